import { GOOD_KEY, type Headers, type Service } from '../conformant-service/service.js';

/** One request of an application and its response, as sent over the wire. */
export interface Passed {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly response: { readonly status: number; readonly headers: Headers; readonly body: string };
  readonly startedMs: number;
  readonly tookMs: number;
}

export const ORIGIN = 'https://api.example.test';
export const BASE_URL = `${ORIGIN}/v1`;
const START_MS = Date.UTC(2026, 10, 21, 12, 0, 23, 456);
const PAUSE_MS = 700;

/** What an application asks a service for that is served on https://api.example.test, in virtual time. */
export function useService(service: Service): Passed[] {
  const passed: Passed[] = [];
  let nowMs = START_MS;
  const send = (method: string, url: string, body?: string, key: string | undefined = GOOD_KEY) => {
    const headers: Headers = [
      ['Accept', '*/*'],
      ...(key === '' ? [] : [['Authorization', `Bearer ${key}`] as const]),
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ];
    const startedMs = nowMs;
    nowMs += service.latencyMs + 1;
    const response = service.handle({ method, url, headers, body }, startedMs + service.latencyMs / 2);
    passed.push({ method, url, headers, body, response, startedMs, tookMs: service.latencyMs });
    nowMs += PAUSE_MS;
    return response.body;
  };
  const list = send('GET', `${BASE_URL}/inventory`);
  const petId = /"petId":\s*(-?\d+)/.exec(list)?.[1] ?? '1';
  send('GET', `${BASE_URL}/inventory`, undefined, '');
  send('PATCH', `${BASE_URL}/inventory/${petId}`, '{"quantity":3}');
  send('PATCH', `${BASE_URL}/inventory/${petId}`, '{"quantity":"three"}');
  send('PATCH', `${BASE_URL}/inventory/987654321`, '{"quantity":3}');
  send('GET', `${BASE_URL}/store/orders`);
  send('GET', `${BASE_URL}/inventory`);
  send('POST', `${ORIGIN}${service.messagesBasePath}/messages`, '{"message":"Zwei Katzen, bitte: größer"}');
  return passed;
}
