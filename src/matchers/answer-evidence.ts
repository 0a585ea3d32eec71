import { type Evidence, gatherEvidence } from '../judge/evidence.js';
import { parseHttpDate } from '../spec/http-date.js';
import { type OperationId, operations } from '../spec/operations.js';
import { headerOf } from '../transcript/exchange.js';
import type { ReceivedAnswer } from './received-answer.js';

/** No address was given, and none matters. */
const BASE_URL = 'https://petstore.invalid/v1';
const LAST_MOMENT_MS = Date.UTC(9999, 11, 31);

/** A request that is valid in every respect that the document names: what was really sent is not known. */
const validBodies: Readonly<Partial<Record<OperationId, string>>> = {
  updateInventory: '{"quantity":1}',
  sendMessage: '{"message":"Hello"}',
};

/** Makes evidence of one answer, so that the rules of the suite can judge it. */
export function evidenceOf(operation: OperationId, { status, headers, body }: ReceivedAnswer): Evidence {
  const { method, path } = operations[operation];
  const sends = validBodies[operation];
  const exchange = {
    number: 1,
    probe: undefined,
    request: {
      method,
      url: `${BASE_URL}${path.replace('{petId}', '1')}`,
      headers: sends === undefined ? [] : ([['Content-Type', 'application/json']] as const),
      body: sends,
      credential: { kind: 'unknown' },
    },
    answer: { httpVersion: '', status, statusText: '', headers, body },
    failure: undefined,
    ...timesOf(headerOf(headers, 'date')),
  } as const;
  const settings = {
    baseUrl: BASE_URL,
    messagesUrl: BASE_URL,
    level: 'exhaust',
    plan: undefined,
    isExclusive: true,
  } as const;
  return gatherEvidence({ exchanges: [exchange], run: undefined }, settings);
}

/** An answer that does not say when it was given may have been given at any time: then no time in it can be wrong. */
function timesOf(date: string | undefined): { startedMs: number; endedMs: number } {
  if (parseHttpDate(date ?? '') === undefined) return { startedMs: 0, endedMs: LAST_MOMENT_MS };
  const nowMs = Date.now();
  return { startedMs: nowMs, endedMs: nowMs };
}
