import type { RecordedBody } from './exchange.js';
import type { Redactor } from './redactor.js';

/** Records an answer's body, which is UTF-8 or binary. `incomplete` says in a few words why the bytes are not all there. */
export function recordBody(bytes: Uint8Array, incomplete: string | undefined, redactor: Redactor): RecordedBody {
  if (incomplete !== undefined) return { kind: 'missing', why: redactor.redact(incomplete) };
  if (bytes.length === 0) return { kind: 'empty' };
  const text = decodeUtf8(bytes);
  return text === undefined ? { kind: 'binary', bytes: bytes.length } : recordText(text, redactor);
}

/** Records the text of an answer's body. */
export function recordText(text: string, redactor: Redactor): RecordedBody {
  const redacted = redactor.redact(text);
  return { kind: 'text', text: redacted, isRedacted: redacted !== text };
}

/** A byte order mark is kept: whether a service sends one is worth knowing. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
