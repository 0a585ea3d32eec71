import type { IncomingMessage } from 'node:http';
import type { RawExchange } from '../../exchange/exchange.js';
import { recordExchange } from '../../exchange/record-exchange.js';
import { createRedactor } from '../../exchange/redactor.js';
import type { JudgeSettings } from '../../judge/evidence.js';
import { judgeAlone } from '../traffic-judge.js';
import { MOST_KEPT_BYTES, toRawExchange, type WireExchange } from './wire-exchange.js';
import { type ResponseWriter, writeHead, writeTrailers } from './write-response.js';

interface AnnotatingOptions {
  readonly origin: string;
  /** Returns what the header says; `isWhole`: the body was seen, too. Undefined: there is to be none. */
  readonly annotate: (live: RawExchange, isWhole: boolean) => string | undefined;
  /** Is told why an answer has no such header: it could not be judged, and passes all the same. */
  readonly onBug: (bug: unknown) => void;
  /** For how long a body is waited for; default a second. */
  readonly patienceMs?: number;
}

/**
 * Creates what writes answers with a header more. A body is held back until it was judged; one that is large, slow or a stream is
 * not: there the head alone is judged.
 */
export function createAnnotatingWriter({
  origin,
  annotate,
  onBug,
  patienceMs = 1_000,
}: AnnotatingOptions): ResponseWriter {
  return (answer, asked) => {
    const { incoming, response, head } = asked;
    const startedMs = Date.now();
    const held: Uint8Array[] = [];
    let heldBytes = 0;
    let isReleased = false;

    const annotation = async (body: Uint8Array | undefined) => {
      const passed = passedOf(answer, incoming, head, body, startedMs);
      try {
        const told = annotate(await toRawExchange(passed, origin), body !== undefined);
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
  response: IncomingMessage,
  incoming: IncomingMessage,
  head: readonly string[],
  body: Uint8Array | undefined,
  startedMs: number,
): WireExchange {
  return {
    method: incoming.method ?? '',
    target: incoming.url ?? '',
    requestHeaders: head,
    requestBody: undefined,
    response: {
      httpVersion: response.httpVersion,
      status: response.statusCode ?? 0,
      statusText: response.statusMessage ?? '',
      headers: response.rawHeaders,
      body,
      cut: undefined,
    },
    failure: undefined,
    responseBytes: body?.length ?? 0,
    cutBy: undefined,
    startedMs,
    endedMs: Date.now(),
  };
}

/** The one header that is added to answers where that is asked for. */
export const ANNOTATION_HEADER = 'X-Petstore-Mock-Violations';

/**
 * Returns what the header says of one answer: the ids of the rules that it breaks, or `none`. Where `isWhole` is false the body
 * was not judged, and `head-only` stands at the end, in the place of `none` too. Undefined: it is none of the
 * service's.
 */
export function annotate(live: RawExchange, isWhole: boolean, settings: JudgeSettings): string | undefined {
  const exchange = recordExchange(live, 1, createRedactor());
  if (exchange.response === undefined) return undefined;
  const broken = judgeAlone(exchange, settings).flatMap(({ rule, findings }) => (findings.length > 0 ? [rule.id] : []));
  if (!isWhole) return [...broken, 'head-only'].join(', ');
  return broken.length === 0 ? 'none' : broken.join(', ');
}
