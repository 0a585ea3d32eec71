import type { Credential, Exchange, HeaderList } from '../src/exchange/exchange.js';
import type { Transcript } from '../src/exchange/transcript.js';
import type { JudgeSettings } from '../src/judge/rule.js';
import { petstoreJudge } from '../src/judge/rules/index.js';

/** An exchange in short form, for tests of rules. */
export interface ExchangeInit {
  readonly method?: string;
  /** Below the base URL; default `/inventory`. */
  readonly path?: string;
  readonly credential?: Credential;
  /** In addition to the usual ones; undefined removes one. */
  readonly requestHeaders?: Readonly<Record<string, string | undefined>>;
  /** The request body. */
  readonly sends?: string;
  /** Default 200; null: no response. */
  readonly status?: number | null;
  /** Headers of the response in addition to the usual ones; undefined removes one. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Headers of the response beside all others, also with the same names. */
  readonly secondHeaders?: Readonly<Record<string, string>>;
  /** The response body as text, or a value that is written as JSON; default: an Error from 400 on, else `[]`. */
  readonly body?: unknown;
  /** Milliseconds after {@link START_MS}; default: a tenth of a second for each exchange before. */
  readonly atMs?: number;
  /** The exchange up to which all responses had arrived; default: unknown. */
  readonly sentAfter?: number | undefined;
}

export const BASE_URL = 'https://api.example.test/v1';
export const START_MS = Date.UTC(2026, 10, 21, 12);
export const goodKey = { kind: 'bearer', name: 'key#1', standing: 'given' } as const satisfies Credential;
export const wrongKey = { kind: 'bearer', name: 'key#2', standing: 'wrong' } as const satisfies Credential;
export const noKey = { kind: 'none' } as const satisfies Credential;

export const settings: JudgeSettings = {
  baseUrl: BASE_URL,
  messagesUrl: BASE_URL,
  level: 'exhaust',
  plan: undefined,
  isExclusive: true,
  judged: petstoreJudge,
};

/** Creates a transcript; the responses conform by default. Remaining falls from 59 by one for each exchange with a key. */
export function recorded(...exchanges: readonly ExchangeInit[]): Transcript {
  return { exchanges: exchanges.map(exchangeOf), run: undefined };
}

function exchangeOf(init: ExchangeInit, index: number): Exchange {
  const { method = 'GET', path = '/inventory', credential = goodKey, status = 200, sends, sentAfter } = init;
  const startedMs = START_MS + (init.atMs ?? index * 100);
  const request = { method, url: `${BASE_URL}${path}`, headers: requestHeaders(init), body: sends, credential };
  const body = bodyText(init);
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
            headers: responseHeaders(init, startedMs, index),
            body: body === '' ? { kind: 'empty' } : { kind: 'text', text: body, isRedacted: false },
          },
    failure: status === null ? 'the connection was reset' : undefined,
    startedMs,
    endedMs: startedMs + 10,
    ...(sentAfter === undefined ? {} : { sentAfter }),
  };
}

function requestHeaders({ sends, requestHeaders = {}, credential = goodKey }: ExchangeInit): HeaderList {
  const type = sends === undefined ? {} : { 'Content-Type': 'application/json' };
  const key = credential.kind === 'bearer' ? { Authorization: `Bearer ${credential.name}` } : {};
  return headerList({ ...type, ...key, ...requestHeaders });
}

function responseHeaders(
  { headers = {}, secondHeaders = {} }: ExchangeInit,
  startedMs: number,
  index: number,
): HeaderList {
  const usual = {
    'Content-Type': 'application/json',
    Date: new Date(startedMs).toUTCString(),
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': String(59 - index),
    'X-RateLimit-Reset': String(START_MS / 1000 + 60),
  };
  return [...headerList({ ...usual, ...headers }), ...headerList(secondHeaders)];
}

function headerList(headers: Readonly<Record<string, string | undefined>>): HeaderList {
  return Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

function bodyText({ body, status = 200 }: ExchangeInit): string {
  if (typeof body === 'string') return body;
  if (body !== undefined) return JSON.stringify(body);
  return JSON.stringify((status ?? 0) >= 400 ? { code: 'refused', message: 'Refused', status } : []);
}
