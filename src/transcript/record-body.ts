import type { RecordedBody } from './exchange.js';
import type { Redactor } from './redactor.js';

/** Records an answer's body, which is UTF-8 or binary. `incomplete` says in a few words why the bytes are not all there. */
export function recordBody(bytes: Uint8Array, incomplete: string | undefined, redactor: Redactor): RecordedBody {
  if (incomplete !== undefined) return { kind: 'missing', why: redactor.redact(incomplete) };
  if (bytes.length === 0) return { kind: 'empty' };
  const text = decodeUtf8(bytes);
  return text === undefined ? { kind: 'binary', bytes: bytes.length } : recordText(text, redactor);
}

/** Records the text of an answer's body; binary where it is none. */
export function recordText(text: string, redactor: Redactor): RecordedBody {
  if (holdsNul(text)) return { kind: 'binary', bytes: new TextEncoder().encode(text).length };
  const redacted = redactor.redact(text);
  return { kind: 'text', text: redacted, isRedacted: redacted !== text };
}

/** What a request sent, as an exchange keeps it. */
export interface SentBody {
  readonly body: string | undefined;
  readonly isBodyMissing?: true;
}

/** Stands for a body of which only that it was sent is known. */
export const MISSING_BODY: SentBody = { body: undefined, isBodyMissing: true };

/** Records a request's body; where it is not UTF-8, the text is not what was sent. */
export function recordSentBody(bytes: Uint8Array, redactor: Redactor): SentBody {
  if (bytes.length === 0) return { body: undefined };
  const text = decodeUtf8(bytes);
  if (text !== undefined) return recordSentText(text, redactor);
  const shown = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (holdsNul(shown)) return MISSING_BODY;
  return { ...MISSING_BODY, body: redactor.redact(shown) };
}

/** Records the text of a request's body; where a secret was taken out, the rest is not what was sent. */
export function recordSentText(text: string, redactor: Redactor): SentBody {
  if (holdsNul(text)) return MISSING_BODY;
  const redacted = redactor.redact(text);
  return redacted === text ? { body: text } : { ...MISSING_BODY, body: redacted };
}

/** UTF-16 and UTF-32 pass for UTF-8 with a NUL beside each letter, in which no redactor finds a key. No JSON holds a bare one. */
function holdsNul(text: string): boolean {
  return text.includes('\0');
}

/** A byte order mark is kept: whether a service sends one is worth knowing. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
