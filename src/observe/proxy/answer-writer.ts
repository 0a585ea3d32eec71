import type { IncomingMessage, ServerResponse } from 'node:http';
import { endToEnd } from './hop-by-hop.js';
import { rawPairs } from './raw-pairs.js';

/** Writes an upstream's answer to the client. Throws for a head that cannot be written, or says so to `unwritable` later on; then nothing was. */
export type AnswerWriter = (answer: IncomingMessage, asked: Asked) => void;

/** Who asked, and what the upstream was asked. */
interface Asked {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  /** Headers as the upstream got them. */
  readonly head: readonly string[];
  /** To be told what is in the way of an answer that is written later. */
  unwritable(error: unknown): void;
}

/** Writes the head as it came; httpxy pipes the body behind it. */
export const writeThrough: AnswerWriter = (answer, { incoming, response }) => {
  writeHead(answer, incoming, response);
  // Before httpxy, which ends the response then.
  answer.once('end', () => writeTrailers(answer, response));
  let hasBegun = false;
  answer.once('data', () => {
    hasBegun = true;
  });
  // Most bodies come along with their head, and go out with it; for one that is late the head does not wait.
  setImmediate(() => {
    if (!hasBegun && !response.writableEnded && !response.destroyed) response.flushHeaders();
  });
};

/** Writes status, reason and headers as they came, those that only concern a connection left out. */
export function writeHead(
  answer: IncomingMessage,
  incoming: IncomingMessage,
  response: ServerResponse,
  added: readonly string[] = [],
): void {
  const isChunked = incoming.httpVersion === '1.1' && answer.headers['transfer-encoding'] !== undefined;
  const headers = [...endToEnd(answer.rawHeaders, isChunked), ...added];
  response.writeHead(answer.statusCode ?? 0, answer.statusMessage ?? '', headers);
}

/** Adds the trailers of an answer that has ended; before the response is ended, too. */
export function writeTrailers({ rawTrailers }: IncomingMessage, response: ServerResponse): void {
  if (rawTrailers.length > 0) response.addTrailers(rawPairs(rawTrailers));
}
