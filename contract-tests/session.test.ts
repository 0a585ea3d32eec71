import { expect, it } from 'vitest';
import { memoryRestoreLog } from '../tests/conformant-service/in-process.js';
import { runSuite } from './run-suite.js';
import { dependenciesOf, options, rawResponse, testService } from './service-for-tests.js';
import { requireDistinctKey } from './session.js';

const urls = { baseUrl: 'http://127.0.0.1:4290/v1', messagesUrl: undefined };

it.each(['127.0.0.1', 'v1', 'v1/inventory'])(
  'rejects a key that cannot be hidden without hiding which requests were sent: %s',
  (apiKey) => {
    expect(() => requireDistinctKey({ ...urls, apiKey })).toThrow('Using the API key: it is part of the URL');
  },
);

it('does not repeat the key', () => {
  const refuse = () => requireDistinctKey({ ...urls, baseUrl: 'https://s3cret-key.test/v1', apiKey: 's3cret-key' });
  expect(refuse).toThrow(/^(?!.*s3cret-key)/);
});

it.each(['petstore_live_4f9a1c77', 'test_free', 'good-key', 'a', '4711', '4290', 'inventory', 'Bearer'])(
  'accepts a key such as %s',
  (apiKey) => {
    expect(() => requireDistinctKey({ ...urls, apiKey })).not.toThrow();
  },
);

it('spreads rejections over pets, others for another seed, and makes ids of theirs', async () => {
  const sent = async (seed: number) => {
    const service = testService({ pets: { 2: '5', 3: '6', 40: '7', 50: '8', 600: '9' }, perMinute: 1_000 });
    const { transcript } = await runSuite({ ...options, seed, maxRequests: 300 }, dependenciesOf(service));
    expect(transcript.run?.stopped).toBeUndefined();
    return transcript.exchanges.flatMap(({ probe = '', request }) =>
      /^(?:bad-body|update-(?:id|another))/.test(probe) ? [`${probe} ${request.url.split('/').at(-1)}`] : [],
    );
  };
  const one = await sent(0);
  expect(one.filter((each) => each.startsWith('update-id-with-tail'))[0]).toMatch(/ (?:2|3|40|50|600)x$/);
  expect(new Set(one.flatMap((each) => /^bad-body\S+ (\d+)$/.exec(each)?.[1] ?? [])).size).toBeGreaterThan(1);
  expect(await sent(1)).not.toEqual(one);
  // Five pets later it is the same drawn pet, but another role.
  expect(await sent(5)).not.toEqual(one);
});

it('lists once more if the list that shows the restored stock came from a cache', async () => {
  let [originals, restored] = [0, 0];
  const service = testService({
    pets: { 2: '99', 3: '5' },
    twist: ({ method, url, headers, body }) => {
      const isValid = url.endsWith('/inventory/2') && headers.some(([, value]) => value === `Bearer ${options.apiKey}`);
      // The plan sends the original quantity, too.
      if (isValid && body === '{"quantity":99}' && ++originals === 2) restored = 1;
      if (method !== 'GET' || restored !== 1) return undefined;
      restored = 2;
      return rawResponse(200, '[]', { Age: '9' });
    },
  });
  const restoreLog = memoryRestoreLog();
  const chosen = { ...options, petId: '2' };
  const { leftBehind, transcript } = await runSuite(chosen, dependenciesOf(service, { restoreLog }));
  expect([leftBehind, restored, restoreLog.entries.size]).toEqual([undefined, 2, 0]);
  expect(transcript.exchanges.filter(({ probe }) => probe === 'restored')).toHaveLength(2);
});
