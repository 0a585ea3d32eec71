import { Readable } from 'node:stream';
import { decodeBody } from '../../../contract-tests/sending/decode-body.js';
import { headerOf } from '../../transcript/exchange.js';
import type { LiveExchange } from '../live-exchange.js';
import { MOST_KEPT_BYTES, type Passed } from './passed.js';
import { rawPairs } from './raw-pairs.js';

/** Makes of what passed what is judged: pairs of headers, and the body decoded up to a bound. Nothing is redacted yet. */
export async function readPassed(passed: Passed, origin: string): Promise<LiveExchange> {
  const { requestBody, failure, cutBy, startedMs, endedMs } = passed;
  return {
    request: {
      method: passed.method,
      url: urlOf(passed.target, origin),
      headers: rawPairs(passed.requestHeaders),
      body: requestBody?.length ? requestBody : undefined,
      ...(requestBody === undefined && { isBodyMissing: true }),
    },
    answer: passed.answer && (await readAnswer(passed.answer)),
    failure,
    ...(cutBy && { cutBy }),
    startedMs,
    endedMs,
  };
}

/** Answers the URL of a request; the bytes of its target arrive one character each. */
export function urlOf(target: string, origin: string): string {
  const text = Buffer.from(target, 'latin1').toString();
  return text.startsWith('/') ? `${origin}${text}` : `${origin}/${text}`;
}

async function readAnswer({ httpVersion, status, statusText, ...answer }: NonNullable<Passed['answer']>) {
  const headers = rawPairs(answer.headers);
  const decoded = await readBody(answer, headerOf(headers, 'content-encoding'));
  return { httpVersion, status, statusText, headers, ...decoded };
}

type ReadBody = Pick<NonNullable<LiveExchange['answer']>, 'body' | 'incomplete'>;

async function readBody(
  { body, cut }: Pick<NonNullable<Passed['answer']>, 'body' | 'cut'>,
  coding: string | undefined,
): Promise<ReadBody> {
  if (cut !== undefined) return { body: new Uint8Array(), incomplete: cut };
  if (body === undefined) return { body: new Uint8Array(), incomplete: `larger than ${MOST_KEPT_BYTES / 2 ** 20} MiB` };
  if (coding === undefined || body.length === 0) return { body, incomplete: undefined };
  const { bytes, incomplete } = await decodeBody(Readable.from([body]), {
    coding,
    maxBytes: MOST_KEPT_BYTES,
    explainCut: String,
  });
  return { body: bytes, incomplete };
}
