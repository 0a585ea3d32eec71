import type { Credential, Exchange, HeaderList } from '../src/exchange/exchange.js';
import type { Transcript } from '../src/exchange/transcript.js';
import type { JudgeSettings } from '../src/judge/evidence.js';

/** An exchange in short, for tests of rules. */
export interface Told {
  readonly method?: string;
  /** Below the base URL; default `/inventory`. */
  readonly path?: string;
  readonly credential?: Credential;
  /** Beside the usual ones; undefined takes one away. */
  readonly requestHeaders?: Readonly<Record<string, string | undefined>>;
  /** Text as it is sent. */
  readonly sends?: string;
  /** Default 200; null: no response. */
  readonly status?: number | null;
  /** Headers of the answer beside the usual ones; undefined takes one away. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Text as it is received, or a value that is written as JSON; default: an Error from 400 on, else `[]`. */
  readonly body?: unknown;
  /** Milliseconds after {@link START_MS}; default: a tenth of a second for each exchange before. */
  readonly atMs?: number;
  /** Up to which exchange all answers were in hand; default: not known. */
  readonly sentAfter?: number | undefined;
}

export const BASE_URL = 'https://api.example.test/v1';
export const START_MS = Date.UTC(2026, 10, 21, 12);
export const goodKey = { kind: 'bearer', name: 'key#1', standing: 'given' } as const satisfies Credential;
export const wrongKey = { kind: 'bearer', name: 'key#2', standing: 'made-up' } as const satisfies Credential;
export const noKey = { kind: 'none' } as const satisfies Credential;

export const settings: JudgeSettings = {
  baseUrl: BASE_URL,
  messagesUrl: BASE_URL,
  level: 'exhaust',
  plan: undefined,
  isExclusive: true,
};

/** Creates a transcript; the answers conform unless they are told otherwise. Remaining falls from 59 by one for each exchange with a key. */
export function recorded(...told: readonly Told[]): Transcript {
  return { exchanges: told.map(exchangeOf), run: undefined };
}

function exchangeOf(told: Told, index: number): Exchange {
  const { method = 'GET', path = '/inventory', credential = goodKey, status = 200, sends, sentAfter } = told;
  const startedMs = START_MS + (told.atMs ?? index * 100);
  const request = { method, url: `${BASE_URL}${path}`, headers: requestHeaders(told), body: sends, credential };
  const body = bodyText(told);
  return {
    number: index + 1,
    probe: undefined,
    request,
    response:
      status === null
        ? undefined
        : {
            httpVersion: '1.1',
            status,
            statusText: '',
            headers: answerHeaders(told, startedMs, index),
            body: body === '' ? { kind: 'empty' } : { kind: 'text', text: body, isRedacted: false },
          },
    failure: status === null ? 'the connection was reset' : undefined,
    startedMs,
    endedMs: startedMs + 10,
    ...(sentAfter === undefined ? {} : { sentAfter }),
  };
}

function requestHeaders({ sends, requestHeaders = {}, credential = goodKey }: Told): HeaderList {
  const type = sends === undefined ? {} : { 'Content-Type': 'application/json' };
  const key = credential.kind === 'bearer' ? { Authorization: `Bearer ${credential.name}` } : {};
  return headerList({ ...type, ...key, ...requestHeaders });
}

function answerHeaders({ headers = {} }: Told, startedMs: number, index: number): HeaderList {
  const usual = {
    'Content-Type': 'application/json',
    Date: new Date(startedMs).toUTCString(),
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': String(59 - index),
    'X-RateLimit-Reset': String(START_MS / 1000 + 60),
  };
  return headerList({ ...usual, ...headers });
}

function headerList(headers: Readonly<Record<string, string | undefined>>): HeaderList {
  return Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

function bodyText({ body, status = 200 }: Told): string {
  if (typeof body === 'string') return body;
  if (body !== undefined) return JSON.stringify(body);
  return JSON.stringify((status ?? 0) >= 400 ? { code: 'refused', message: 'Refused', status } : []);
}
