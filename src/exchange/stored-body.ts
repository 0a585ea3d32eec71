import { quote } from '../json/quoting.js';
import { decodeUtf8 } from './record-exchange.js';

/** What a recording keeps outside its text, and how to undo a coding. Without it, such bodies count as missing. */
export interface RecordingFiles {
  /** Returns a body in a file beside the recording; undefined if there is none. */
  readonly readBody: (name: string) => Uint8Array | undefined;
  /** Undoes a `Content-Encoding`; undefined if the bytes are not coded so. */
  readonly decode: (bytes: Uint8Array, coding: string) => Uint8Array | undefined;
}

/** How a recording stores a body. */
interface StoredContent {
  readonly text?: string | null | undefined;
  readonly encoding?: string | null | undefined;
  /** Of Playwright: the name of a file beside the recording. */
  readonly _file?: unknown;
}

/** A recorded body, and why it is not whole if it is not. */
export interface StoredBody {
  readonly body: Uint8Array | string;
  readonly incomplete: string | undefined;
}

const missing = (incomplete: string): StoredBody => ({ body: '', incomplete });

/**
 * Returns a body as the service meant it; undefined if the recording contains none. `coding` is its `Content-Encoding`: HAR demands
 * decoded bodies, but some recorders store them as they were sent.
 */
export function readStoredBody(
  content: StoredContent,
  coding: string | undefined,
  files: RecordingFiles | undefined,
): StoredBody | undefined {
  const { text, encoding, _file: file } = content;
  if (!text && typeof file === 'string') {
    const bytes = files?.readBody(file);
    return bytes === undefined
      ? missing(`its file ${quote(file)} cannot be read`)
      : withoutCoding(bytes, coding, files);
  }
  if (typeof text !== 'string') return undefined;
  if (encoding?.toLowerCase() === 'base64') {
    const bytes = decodeBase64(text);
    return bytes === undefined ? missing('its base64 is invalid') : withoutCoding(bytes, coding, files);
  }
  if (isBinary(text) && (coding || beginsCoded([...text.slice(0, 3)].map((each) => each.charCodeAt(0)))))
    return missing(codedAs(coding));
  if (encoding && !/^utf-?8$/i.test(encoding) && !/^\s*[[{]/.test(text)) return missing(codedAs(encoding));
  return isUnnamedBase64(text, coding)
    ? missing('its text looks like base64, but is not declared as such')
    : whole(text);
}

const whole = (body: Uint8Array | string): StoredBody => ({ body, incomplete: undefined });

/** No JSON contains control characters; in coded bytes that were read as text they are frequent. */
function isBinary(text: string): boolean {
  return /(?![\t\n\r])[\p{Cc}\ufffd]/u.test(text);
}

function withoutCoding(bytes: Uint8Array, coding: string | undefined, files: RecordingFiles | undefined): StoredBody {
  const decoded = coding && files?.decode(bytes, coding);
  if (decoded) return whole(decoded);
  const text = decodeUtf8(bytes);
  const isText = text !== undefined && !isBinary(text);
  return isText || !(coding || beginsCoded(bytes)) ? whole(bytes) : missing(codedAs(coding));
}

const codedAs = (coding: string | undefined) => (coding ? `still coded as ${quote(coding)}` : 'still coded');

/** As gzip and zstd do, also if read as text in Latin-1 or, with U+FFFD, in UTF-8. */
function beginsCoded([first, second, third]: ArrayLike<number> & Iterable<number>): boolean {
  if (first === 0x1f) return second === 0x8b || second === 0xfffd;
  return first === 0x28 && (second === 0xb5 || second === 0xfffd) && third === 0x2f;
}

/** Base64 of an object, a list or coded bytes. */
function isUnnamedBase64(text: string, coding: string | undefined): boolean {
  const bytes = /^[\w+/\s]{8,}={0,2}\s*$/.test(text) && text.trim().length % 4 === 0 ? decodeBase64(text) : undefined;
  if (bytes === undefined) return false;
  const decoded = decodeUtf8(bytes);
  return (
    beginsCoded(bytes) || (decoded === undefined ? coding !== undefined && bytes.length >= 12 : /^[[{]/.test(decoded))
  );
}

export function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
