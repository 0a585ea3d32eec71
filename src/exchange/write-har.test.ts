import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCodePoint } from '../../tests/any-code-point.js';
import { goodKey, noKey, recorded } from '../../tests/recorded.js';
import type { Credential, Exchange, RecordedBody } from './exchange.js';
import { readHar } from './read-har.js';
import type { RunFacts, Transcript } from './transcript.js';
import { writeHar } from './write-har.js';

const creator = { name: 'petstore-mock', version: '1.2.3' };

const run: RunFacts = {
  baseUrl: 'https://api.example.test/v1',
  messagesUrl: undefined,
  level: 'write',
  plan: 'free',
  isExclusive: false,
  petId: '9007199254740993',
  seed: 7,
  stopped: undefined,
};

const roundTrip = (transcript: Transcript) => readHar(writeHar(transcript, creator), 'a.har');

it('writes the fields that HAR 1.2 requires', () => {
  const transcript = recorded({
    method: 'PATCH',
    path: '/inventory/1?dry=a%20b',
    sends: '{"quantity":1}',
    body: { é: 1 },
  });
  const { log } = JSON.parse(writeHar(transcript, creator));
  expect(log).toMatchObject({ version: '1.2', creator });
  expect(log.entries).toEqual([
    {
      startedDateTime: '2026-11-21T12:00:00.000Z',
      time: 10,
      request: {
        method: 'PATCH',
        url: 'https://api.example.test/v1/inventory/1?dry=a%20b',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: [
          { name: 'Content-Type', value: 'application/json' },
          { name: 'Authorization', value: 'Bearer key#1' },
        ],
        queryString: [{ name: 'dry', value: 'a b' }],
        postData: { mimeType: 'application/json', text: '{"quantity":1}' },
        headersSize: -1,
        bodySize: 14,
      },
      response: {
        status: 200,
        statusText: '',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: expect.arrayContaining([{ name: 'X-RateLimit-Limit', value: '60' }]),
        content: { size: 8, mimeType: 'application/json', text: '{"é":1}' },
        redirectURL: '',
        headersSize: -1,
        bodySize: -1,
      },
      cache: {},
      timings: { send: 0, wait: 10, receive: 0 },
      _number: 1,
      _credential: goodKey,
      _startedMs: Date.UTC(2026, 10, 21, 12),
      _endedMs: Date.UTC(2026, 10, 21, 12) + 10,
    },
  ]);
});

it('writes an exchange without a response as browsers do', () => {
  const { log } = JSON.parse(writeHar(recorded({ status: null }), creator));
  expect(log.entries[0]).toMatchObject({ response: { status: 0, headers: [] }, _failure: 'the connection was reset' });
});

it('writes the facts of the run, with null for unknown values', () => {
  const { log } = JSON.parse(writeHar({ exchanges: [], run }, creator));
  expect(log._petstoreMock.run).toEqual({ ...run, messagesUrl: null, stopped: null });
});

it('retains a transcript of each kind of exchange', () => {
  const transcript = {
    ...recorded(
      {},
      { credential: noKey, status: 401 },
      { method: 'HEAD', body: '' },
      { method: 'PATCH', sends: '' },
      { status: null },
      { sentAfter: 4 },
    ),
    run: { ...run, messagesUrl: 'https://messages.example.test/v1', stopped: 'the budget was spent' },
  };
  expect(roundTrip(transcript)).toEqual(transcript);
});

/** JSON has no objects without a prototype. */
const plain = { noNullPrototype: true } as const;
const text = fc.string({ unit: anyCodePoint });
const credential: fc.Arbitrary<Credential> = fc.oneof(
  fc.constant({ kind: 'none' } as const),
  fc.constant({ kind: 'unknown' } as const),
  fc.record(
    {
      kind: fc.constant('bearer' as const),
      name: text,
      standing: fc.constantFrom('given', 'wrong', 'unknown'),
    },
    plain,
  ),
  fc.record({ kind: fc.constant('misplaced' as const), name: text, where: fc.constantFrom('basic', 'query') }, plain),
);
const body: fc.Arbitrary<RecordedBody> = fc.oneof(
  fc.constant({ kind: 'empty' } as const),
  fc.record({ kind: fc.constant('text' as const), text, isRedacted: fc.boolean() }, plain),
  fc.record({ kind: fc.constant('binary' as const), bytes: fc.nat() }, plain),
  fc.record({ kind: fc.constant('missing' as const), why: text }, plain),
  fc.record({ kind: fc.constant('missing' as const), why: text, isMiscoded: fc.constant(true as const) }, plain),
);
const headers = fc.array(fc.tuple(text, text));
const ms = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((tenths) => tenths + 0.1);
const exchange: fc.Arbitrary<Omit<Exchange, 'number'>> = fc.record(
  {
    probe: fc.option(text, { nil: undefined }),
    request: fc
      .record(
        {
          method: text,
          url: fc.webUrl({ withQueryParameters: true }),
          headers,
          body: fc.option(text, { nil: undefined }),
          credential,
        },
        plain,
      )
      .chain((request) => fc.constantFrom(request, { ...request, isBodyMissing: true as const })),
    response: fc.option(
      fc.record(
        { httpVersion: text, status: fc.integer({ min: 100, max: 999 }), statusText: text, headers, body },
        plain,
      ),
      { nil: undefined },
    ),
    failure: fc.option(text, { nil: undefined }),
    startedMs: ms,
    endedMs: ms,
  },
  plain,
);

it('retains any transcript exactly', () => {
  fc.assert(
    fc.property(fc.array(exchange), fc.constantFrom(undefined, run), (exchanges, facts) => {
      const written = exchanges.map((each, index) => ({ number: 2 * index + 1, ...each }));
      const inOrder = written.toSorted((one, other) => one.startedMs - other.startedMs);
      const read = roundTrip({ exchanges: written, run: facts });
      expect(read).toEqual({ exchanges: facts === undefined ? inOrder : written, run: facts });
    }),
  );
});

it.each([undefined, null, {}, { journal: { exchanges: [] } }, Promise.resolve({ exchanges: [] })])(
  'rejects %o, which is not a transcript',
  (transcript) => {
    expect(() => writeHar(transcript as never, creator)).toThrow(
      /^Writing a HAR file: the (?:argument|transcript) is /,
    );
  },
);

it.each([undefined, null, 'my-tests', { name: 'my-tests' }])('rejects %o, which is not a creator', (wrong) => {
  expect(() => writeHar({ exchanges: [], run: undefined }, wrong as never)).toThrow(
    "the creator has no name or no version. Write writeHar(petstore.journal, { name: 'my-tests', version: '1.0.0' }).",
  );
});
