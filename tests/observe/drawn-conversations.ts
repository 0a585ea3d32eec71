import { METHODS } from 'node:http';
import fc from 'fast-check';

/** A request; `{host}` in it is the host that the client connects to. */
export interface DrawnRequest {
  readonly method: string;
  readonly target: string;
  readonly head: string;
  readonly body: string;
}

/** What the upstream sends, piece by piece. */
export interface DrawnResponse {
  readonly pieces: readonly string[];
  /** How its connection ends; undefined: it stays open. */
  readonly ending: 'end' | 'reset' | undefined;
}

export interface Conversation {
  readonly version: '1.0' | '1.1';
  /** Pipelined. */
  readonly requests: readonly DrawnRequest[];
  readonly responses: readonly DrawnResponse[];
}

const lines = (all: readonly string[]) => all.map((line) => `${line}\r\n`).join('');
const inAnyCase = (name: string) => fc.constantFrom(name, name.toLowerCase(), name.toUpperCase());
const anyChance = fc.integer({ min: 0, max: 3 }).map((draw) => draw === 0);

/** Every byte that Node's parser accepts in a target, and pieces that a careless proxy would rewrite. */
const anyTargetPiece = fc.oneof(
  fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  fc.constantFrom(
    '/',
    '//',
    '/../',
    '/./',
    '%zz',
    '%2F',
    '%2e%2e',
    '%',
    '|',
    '\\',
    '?',
    '&&',
    ';x=1',
    '#',
    '@',
    'inventory',
  ),
);
const anyPath = fc.oneof(
  fc.array(anyTargetPiece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`),
  fc.integer({ min: 1, max: 20_000 }).map((length) => `/${'x'.repeat(length)}`),
);

const anyName = fc.oneof(
  inAnyCase('X-A'),
  fc.constantFrom(
    'X-b',
    'Cookie',
    'cookie',
    'Accept-Encoding',
    'Authorization',
    'ETag',
    'Set-Cookie',
    'Date',
    'Server',
  ),
  fc.stringMatching(/^X[!#$%&'*+.^_`|~\w-]{1,12}$/),
);
const anyValue = fc.oneof(
  fc.constantFrom('', 'a', 'a,b', '"a, b"', 'a  b', 'J\xfcrgen', '\xff\xfe', 'text/html;q=0.1', ' a \t'),
  fc.string({ maxLength: 12 }),
);
const anyHeader = fc.tuple(anyName, fc.constantFrom(': ', ':', ':  ', ':\t'), anyValue).map((parts) => parts.join(''));
const anyHeaders = fc.oneof(
  { weight: 20, arbitrary: fc.array(anyHeader, { maxLength: 6 }) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 1_500 }, (_, at) => `X-${at}: a`)) },
);

const anyBody = fc.oneof(
  fc.constantFrom('{}', '[]', '0\r\n\r\n', 'HTTP/1.1 200 OK\r\n\r\n', '\x1f\x8b\x08\xff'),
  fc.string({ minLength: 1, maxLength: 30 }),
);
const anyParts = fc.array(anyBody, { minLength: 1, maxLength: 3 });
const anyTrailers = fc.oneof(fc.constant([]), fc.constant(['x-Sum: \xfc', 'X-sum: 2']));
const chunkOf = (part: string, extension = '') => `${part.length.toString(16)}${extension}\r\n${part}\r\n`;

/** Puts lines between others. */
const anyMixOf = (headers: readonly string[], more: readonly string[]) =>
  fc.array(fc.nat(headers.length), { minLength: more.length, maxLength: more.length }).map((places) => {
    const mixed = [...headers];
    for (const [at, line] of more.entries()) mixed.splice(places[at] as number, 0, line);
    return mixed;
  });

const anyMethod = fc.oneof(
  fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
  fc.constantFrom(...METHODS.filter((method) => method !== 'CONNECT')),
);

/** The lines that frame a body, and the body. */
const anyRequestBody = (version: string) =>
  fc.oneof(
    fc.constant({ framing: [] as string[], body: '' }),
    inAnyCase('Content-Length').map((name) => ({ framing: [`${name}: 0`], body: '' })),
    fc
      .tuple(inAnyCase('Content-Length'), anyBody)
      .map(([name, body]) => ({ framing: [`${name}: ${body.length}`], body })),
    ...(version === '1.0'
      ? []
      : [
          fc.tuple(inAnyCase('Transfer-Encoding'), anyParts, anyTrailers).map(([name, parts, trailers]) => ({
            framing: [`${name}: chunked`],
            body: `${parts.map((part) => chunkOf(part, ';a=b')).join('')}0\r\n${lines(trailers)}\r\n`,
          })),
        ]),
  );

const anyRequest = (version: string, isLast: boolean): fc.Arbitrary<DrawnRequest> =>
  fc
    .record({ method: anyMethod, path: anyPath, isAbsolute: anyChance, headers: anyHeaders, host: inAnyCase('Host') })
    .chain(({ method, path, isAbsolute, headers, host }) =>
      anyRequestBody(version).chain(({ framing, body }) =>
        anyMixOf(headers, [`${host}: {host}`, ...framing, ...(isLast ? ['Connection: close'] : [])]).map((mixed) => {
          const target = method === 'OPTIONS' && isAbsolute ? '*' : `${isAbsolute ? 'http://{host}' : ''}${path}`;
          return { method, target, head: `${method} ${target} HTTP/${version}\r\n${lines(mixed)}\r\n`, body };
        }),
      ),
    );

const anyStatusLine = fc
  .tuple(
    fc.constantFrom('1.1', '1.1', '1.0'),
    fc.constantFrom(200, 201, 204, 299, 302, 304, 404, 429, 500, 999),
    anyReason(),
  )
  .map(([version, status, reason]) => ({ status, line: `HTTP/${version} ${status}${reason}` }));

function anyReason() {
  return fc.constantFrom(' OK', ' ', '', ' Fine by me', ' J\xfcrgen', ' a  b');
}

/** The framing of a response with a body, its pieces, and how its connection ends. */
const anyResponseBody = fc.record({
  kind: fc.constantFrom('length', 'chunks', 'connection', 'coding'),
  parts: fc.oneof(anyParts, fc.constant<string[]>([])),
  trailers: anyTrailers,
  cut: fc.constantFrom(undefined, undefined, 'end', 'reset'),
});

/** An HTTP/1.0 client gets no chunks, through the proxy or from a server. */
const anyResponse = (version: string, method: string): fc.Arbitrary<DrawnResponse> =>
  fc
    .record({
      start: anyStatusLine,
      headers: anyHeaders,
      body: anyResponseBody.filter(({ kind }) => version === '1.1' || ['length', 'connection'].includes(kind)),
      names: fc.tuple(inAnyCase('Content-Length'), inAnyCase('Transfer-Encoding')),
      coding: fc.constantFrom('chunked', 'Chunked', 'gzip, chunked'),
    })
    .chain(({ start, headers, body, names: [lengthName, codingName], coding }) => {
      const { kind, parts, trailers, cut } = body;
      const length = `${lengthName}: ${parts.join('').length}`;
      const endsWithHead = [204, 304].includes(start.status);
      // HTTP/1.0 has no codings, and statuses without a body must not have any.
      const isCoded = !start.line.startsWith('HTTP/1.0') && !endsWithHead;
      const isChunked = isCoded && kind === 'chunks';
      const endsWithConnection = kind === 'connection' || kind === 'coding';
      const codings = isChunked ? [coding] : isCoded && kind === 'coding' ? ['gzip'] : [];
      const framing = codings.map((value) => `${codingName}: ${value}`);
      if (!isChunked && !endsWithConnection) framing.push(length);
      return anyMixOf(headers, framing).map((mixed) => {
        const head = `${start.line}\r\n${lines(mixed)}\r\n`;
        if (method === 'HEAD' || endsWithHead) return { pieces: [head], ending: undefined };
        const all = isChunked ? [...parts.map((part) => chunkOf(part)), `0\r\n${lines(trailers)}\r\n`] : parts;
        if (endsWithConnection) return { pieces: [head, ...all], ending: cut ?? 'end' };
        if (cut === undefined || all.length === 0) return { pieces: [head, ...all], ending: undefined };
        return { pieces: [head, ...all.slice(0, -1)], ending: cut };
      });
    });

/** Draws requests on one connection, and their responses. */
export const anyConversation: fc.Arbitrary<Conversation> = fc
  .tuple(fc.constantFrom('1.1' as const, '1.1' as const, '1.0' as const), fc.integer({ min: 1, max: 3 }))
  .chain(([version, count]) => {
    const size = version === '1.0' ? 1 : count;
    return fc
      .tuple(...Array.from({ length: size }, (_, at) => anyRequest(version, at === size - 1)))
      .chain((requests) =>
        fc
          .tuple(...requests.map(({ method }) => anyResponse(version, method)))
          .map((responses) => ({ version, requests, responses })),
      );
  });
