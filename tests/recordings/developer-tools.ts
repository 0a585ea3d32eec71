import type { Headers } from '../conformant-service/service.js';
import { BASE_URL, type Passed } from './app-traffic.js';

/** Writes what passed as the developer tools of a browser export it, with what else they put into such a file. */
export type Recorder = (passed: readonly Passed[]) => string;

/** Each in its own way, as of late 2026; all of them leave out, add or change something. */
export const recorders: Readonly<Record<string, Recorder>> = {
  Chrome: (passed) => har('WebInspector', '537.36', [...chromeExtras(passed), ...passed.flatMap(chromeEntries)]),
  'Chrome, sanitized': (passed) =>
    har('WebInspector', '537.36', [...chromeExtras(passed), ...passed.map(withoutSecrets).flatMap(chromeEntries)]),
  'Chrome, without bodies': (passed) =>
    har('WebInspector', '537.36', passed.flatMap(chromeEntries).map(withoutContent)),
  Firefox: (passed) => har('Firefox', '146.0', [...firefoxExtras(passed), ...passed.map(firefoxEntry)]),
  'Firefox, long bodies cut': (passed) => har('Firefox', '146.0', passed.map(firefoxEntry).map(cutOff)),
  'Firefox, without bodies': (passed) => har('Firefox', '146.0', passed.map(firefoxEntry).map(discarded)),
  Safari: (passed) => har('WebKit Web Inspector', '1.0', [...safariExtras(passed), ...passed.map(safariEntry)]),
};

interface Entry {
  readonly request: object;
  readonly response: {
    readonly content: { readonly size: number; readonly text?: string; readonly [name: string]: unknown };
    readonly [name: string]: unknown;
  };
  readonly [name: string]: unknown;
}

const har = (name: string, version: string, entries: readonly object[]) =>
  JSON.stringify({ log: { version: '1.2', creator: { name, version }, pages: [], entries } });
const listed = (headers: Headers) => headers.map(([name, value]) => ({ name, value }));
const lower = (headers: Headers): Headers => headers.map(([name, value]) => [name.toLowerCase(), value]);
const length = (text: string) => new TextEncoder().encode(text).length;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const headerIn = (headers: Headers, name: string) => headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? '';
const at = (ms: number) => new Date(ms).toISOString();

function withoutSecrets(passed: Passed): Passed {
  return { ...passed, headers: passed.headers.filter(([name]) => name !== 'Authorization') };
}

/** Over HTTP/2; a response to another origin after its preflight. */
function chromeEntries(passed: Passed): Entry[] {
  const { method, url, headers, body, response, startedMs, tookMs } = passed;
  const { host, pathname } = new URL(url);
  const pseudo: Headers = [
    [':authority', host],
    [':method', method],
    [':path', pathname],
    [':scheme', 'https'],
  ];
  const entry = {
    _connectionId: '70',
    _initiator: { type: 'script' },
    _priority: 'High',
    _resourceType: 'fetch',
    cache: {},
    request: {
      method,
      url,
      httpVersion: 'http/2.0',
      headers: listed([...pseudo, ...lower(headers), ['sec-fetch-mode', 'cors']]),
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: body === undefined ? 0 : length(body),
      ...(body !== undefined && { postData: { mimeType: 'application/json', text: body } }),
    },
    response: {
      status: response.status,
      statusText: '',
      httpVersion: 'http/2.0',
      headers: listed(lower(response.headers)),
      cookies: [],
      content: {
        size: length(response.body),
        mimeType: 'application/json',
        ...(response.body !== '' && { text: response.body }),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
      _transferSize: 310,
      _error: null,
      _fetchedViaServiceWorker: false,
    },
    serverIPAddress: '203.0.113.7',
    startedDateTime: at(startedMs),
    time: tookMs + 0.4,
    timings: {
      blocked: 1,
      dns: -1,
      ssl: -1,
      connect: -1,
      send: 0.1,
      wait: tookMs,
      receive: 0.3,
      _blocked_queueing: 0.6,
    },
  };
  return method === 'GET' ? [entry] : [preflightOf(passed), entry];
}

function preflightOf({ url, method, startedMs }: Passed): Entry {
  return {
    _initiator: { type: 'preflight', url },
    _resourceType: 'preflight',
    cache: {},
    request: {
      method: 'OPTIONS',
      url,
      httpVersion: 'http/2.0',
      headers: listed([
        ['access-control-request-method', method],
        ['origin', 'https://shop.example.test'],
      ]),
      bodySize: 0,
    },
    response: {
      status: 204,
      statusText: '',
      httpVersion: 'http/2.0',
      headers: listed([['access-control-allow-origin', '*']]),
      content: { size: 0, mimeType: 'x-unknown' },
      redirectURL: '',
      bodySize: -1,
      _transferSize: 90,
    },
    startedDateTime: at(startedMs),
    time: 0.2,
    timings: {},
  };
}

/** Entries that look like responses of the service, but are not. */
function chromeExtras([first]: readonly Passed[]): object[] {
  const [, model] = first === undefined ? [] : [undefined, ...chromeEntries(first)];
  const old = {
    ...model?.response,
    headers: listed([['content-type', 'text/html']]),
    content: { size: 2, text: 'no' },
  };
  return [
    { ...model, _fromCache: 'disk', response: { ...old, _transferSize: 0 } },
    { ...model, response: { ...old, _fetchedViaServiceWorker: true, _serviceWorkerResponseSource: 'cache-storage' } },
    {
      ...model,
      response: {
        ...old,
        status: 307,
        statusText: 'Internal Redirect',
        headers: listed([
          ['Location', `${BASE_URL}/inventory`],
          ['Non-Authoritative-Reason', 'HSTS'],
        ]),
        content: { size: 0, mimeType: 'x-unknown' },
      },
    },
    { ...model, response: { ...old, status: 0, headers: [], content: { size: 0 }, _error: 'net::ERR_ABORTED' } },
    {
      ...model,
      response: { ...old, status: 0, headers: [], content: { size: 0 }, _error: 'net::ERR_BLOCKED_BY_CLIENT' },
    },
    { ...model, request: { ...model?.request, url: 'data:image/png;base64,AA==' } },
    { ...model, request: { ...model?.request, url: 'https://cdn.example.test/logo.svg' }, response: old },
    { ...model, _resourceType: 'websocket', response: { ...old, status: 101 } },
  ];
}

/** What was cleared from memory before the export. */
function withoutContent(entry: Entry): Entry {
  const { size } = entry.response.content;
  return {
    ...entry,
    response: { ...entry.response, content: { size, mimeType: 'application/json' } },
  };
}

function firefoxEntry({ method, url, headers, body, response, startedMs, tookMs }: Passed): Entry {
  return {
    startedDateTime: new Date(startedMs + 7_200_000).toISOString().replace('Z', '+02:00'),
    request: {
      bodySize: body === undefined ? 0 : length(body),
      method,
      url,
      httpVersion: 'HTTP/2',
      headers: listed([['Host', 'api.example.test'], ...headers, ['TE', 'trailers']]),
      cookies: [],
      queryString: [],
      headersSize: 480,
      ...(body !== undefined && { postData: { mimeType: 'application/json', params: [], text: body } }),
    },
    response: {
      status: response.status,
      statusText: '',
      httpVersion: 'HTTP/2',
      headers: listed(lower(response.headers)),
      cookies: [],
      content: { mimeType: 'application/json', size: length(response.body), text: response.body },
      redirectURL: '',
      headersSize: 220,
      bodySize: length(response.body) + 220,
    },
    cache: {},
    timings: { blocked: 0, dns: 0, connect: 0, ssl: 0, send: 0, wait: tookMs, receive: 0 },
    time: tookMs,
    _securityState: 'secure',
    serverIPAddress: '203.0.113.7',
    connection: '443',
    pageref: 'page_1',
  };
}

function firefoxExtras([first]: readonly Passed[]): object[] {
  const model = first && firefoxEntry(first);
  const nothing = {
    status: 0,
    statusText: '',
    httpVersion: '',
    headers: [],
    cookies: [],
    content: { mimeType: '', size: 0, text: '' },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
  };
  return [
    { ...model, response: nothing, time: -1, timings: {} },
    {
      ...model,
      response: { ...model?.response, headers: listed([['content-type', 'text/html']]) },
      cache: {
        afterRequest: { expires: '2026-11-22T12:00:00Z', lastFetched: '2026-11-21T11:00:00Z', eTag: '', fetchCount: 2 },
      },
    },
  ];
}

/** Of a body over its limit Firefox keeps the beginning, and how long it was. */
function cutOff(entry: Entry): Entry {
  const { size, text = '' } = entry.response.content;
  return {
    ...entry,
    response: { ...entry.response, content: { ...entry.response.content, size, text: text.slice(0, 12) } },
  };
}

function discarded(entry: Entry): Entry {
  const content = { mimeType: 'application/json', size: 0, text: '', comment: 'Response bodies are not included.' };
  return { ...entry, response: { ...entry.response, content } };
}

function safariEntry({ method, url, headers, body, response, startedMs, tookMs }: Passed): Entry {
  const type = headerIn(response.headers, 'content-type');
  return {
    pageref: 'page_0',
    startedDateTime: at(startedMs),
    time: tookMs + 0.123456,
    request: {
      method,
      url,
      httpVersion: 'HTTP/2',
      cookies: [],
      headers: listed(headers),
      queryString: [],
      headersSize: 151,
      bodySize: body === undefined ? 0 : length(body),
      ...(body !== undefined && { postData: { mimeType: 'application/json', text: body } }),
    },
    response: {
      status: response.status,
      statusText: 'HTTP/2.0 200',
      httpVersion: 'HTTP/2',
      cookies: [],
      headers: listed(response.headers),
      content:
        response.body === ''
          ? { size: 0, compression: 0, mimeType: type }
          : {
              size: length(response.body),
              compression: 0,
              mimeType: type,
              text: base64(response.body),
              encoding: 'base64',
            },
      redirectURL: '',
      headersSize: 201,
      bodySize: length(response.body),
      _transferSize: length(response.body) + 201,
    },
    cache: {},
    timings: { blocked: 0, dns: -1, connect: -1, ssl: -1, send: 0, wait: tookMs, receive: 0 },
    _fetchType: 'Network Load',
    _priority: 'medium',
  };
}

function safariExtras([first]: readonly Passed[]): object[] {
  const model = first && safariEntry(first);
  const response = {
    ...model?.response,
    headers: listed([['Content-Type', 'text/html']]),
    content: { size: 2, text: 'no' },
  };
  return ['Memory Cache', 'Disk Cache', 'Service Worker', 'Inspector Override'].map((_fetchType) => ({
    ...model,
    _fetchType,
    response,
  }));
}
