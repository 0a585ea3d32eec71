import type { IncomingMessage } from 'node:http';
import type { LiveExchange } from '../live-exchange.js';
import { ANNOTATION_HEADER } from './annotate.js';
import { type AnswerWriter, writeHead, writeTrailers } from './answer-writer.js';
import { MOST_KEPT_BYTES, type Passed } from './passed.js';
import { readPassed } from './read-passed.js';

interface AnnotatingOptions {
  readonly origin: string;
  /** Answers what the header says; `isWhole`: the body was seen, too. Undefined: there is to be none. */
  readonly annotate: (live: LiveExchange, isWhole: boolean) => string | undefined;
  /** Is told why an answer has no such header: it could not be judged, and passes all the same. */
  readonly onBug: (bug: unknown) => void;
  /** For how long a body is waited for; default a second. */
  readonly patienceMs?: number;
}

/**
 * Makes what writes answers with a header more. A body is held back until it was judged; one that is large, slow or a stream is
 * not: there the head alone is judged.
 */
export function createAnnotatingWriter({
  origin,
  annotate,
  onBug,
  patienceMs = 1_000,
}: AnnotatingOptions): AnswerWriter {
  return (answer, asked) => {
    const { incoming, response, head } = asked;
    const startedMs = Date.now();
    const held: Uint8Array[] = [];
    let heldBytes = 0;
    let isReleased = false;

    const annotation = async (body: Uint8Array | undefined) => {
      const passed = passedOf(answer, incoming, head, body, startedMs);
      try {
        const told = annotate(await readPassed(passed, origin), body !== undefined);
        return told === undefined ? [] : [ANNOTATION_HEADER, told];
      } catch (bug) {
        onBug(bug);
        return [];
      }
    };
    const begin = (added: readonly string[]) => writeHead(answer, incoming, response, added);
    const broken = (error: unknown) => asked.unwritable(error);
    /** Lets go of what is held back, and of all that follows as it comes. */
    const release = async () => {
      if (isReleased) return;
      isReleased = true;
      clearTimeout(patience);
      answer.pause();
      answer.off('data', hold);
      const added = await annotation(undefined);
      if (response.destroyed) return;
      begin(added);
      response.flushHeaders();
      for (const chunk of held) response.write(chunk);
      answer.once('end', () => writeTrailers(answer, response));
      answer.pipe(response);
    };
    const finish = async () => {
      if (isReleased) return;
      isReleased = true;
      clearTimeout(patience);
      const body = Buffer.concat(held);
      const added = await annotation(body);
      if (response.destroyed) return;
      begin(added);
      writeTrailers(answer, response);
      response.end(body);
    };
    const hold = (chunk: Uint8Array) => {
      held.push(chunk);
      heldBytes += chunk.length;
      if (heldBytes > MOST_KEPT_BYTES) release().catch(broken);
    };
    const patience = setTimeout(() => release().catch(broken), patienceMs);
    response.once('close', () => clearTimeout(patience));

    if (!canBeHeld(answer, incoming)) {
      release().catch(broken);
      return;
    }
    answer.on('data', hold);
    answer.once('end', () => finish().catch(broken));
  };
}

function canBeHeld({ headers, statusCode }: IncomingMessage, { method }: IncomingMessage): boolean {
  const isEmpty = method === 'HEAD' || statusCode === 204 || statusCode === 304;
  if (isEmpty) return true;
  const length = headers['content-length'];
  // What does not say how long it is may be a stream of events, which nobody wants to wait for.
  return length === undefined ? /[/+]json\b/i.test(headers['content-type'] ?? '') : Number(length) <= MOST_KEPT_BYTES;
}

function passedOf(
  answer: IncomingMessage,
  incoming: IncomingMessage,
  head: readonly string[],
  body: Uint8Array | undefined,
  startedMs: number,
): Passed {
  return {
    method: incoming.method ?? '',
    target: incoming.url ?? '',
    requestHeaders: head,
    requestBody: undefined,
    answer: {
      httpVersion: answer.httpVersion,
      status: answer.statusCode ?? 0,
      statusText: answer.statusMessage ?? '',
      headers: answer.rawHeaders,
      body,
      cut: undefined,
    },
    failure: undefined,
    answerBytes: body?.length ?? 0,
    cutBy: undefined,
    startedMs,
    endedMs: Date.now(),
  };
}
