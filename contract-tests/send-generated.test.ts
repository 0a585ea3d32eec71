import { expect, it } from 'vitest';
import { runSuite } from './run-suite.js';
import { dependenciesOf, options, rawResponse, testService } from './service-for-tests.js';

const thorough = { ...options, depth: 'thorough' } as const;

const generated = ({
  exchanges,
}: {
  exchanges: readonly { probe: string | undefined; request: { body?: string | undefined } }[];
}) => exchanges.filter(({ probe }) => probe === 'generated-update').map(({ request }) => request.body ?? '');

it('sends bodies drawn from the seed, and restores the stock', async () => {
  const run = async (seed: number) => {
    const service = testService({ perMinute: 300 });
    const { transcript, leftBehind } = await runSuite({ ...thorough, seed, maxRequests: 75 }, dependenciesOf(service));
    expect([transcript.run?.stopped, leftBehind]).toEqual([undefined, undefined]);
    expect(service.stock()).toEqual(testService().stock());
    return generated(transcript);
  };
  const bodies = await run(1);
  expect(bodies.length).toBeGreaterThan(10);
  expect(await run(1)).toEqual(bodies);
  expect(await run(2)).not.toEqual(bodies);
});

it('reduces a violating body to the simplest one', async () => {
  const isMet = (body: string | undefined) => /^\{"(?!quantity)/.test(body ?? '');
  // With a larger limit, the table has such bodies, too: then nothing new is found.
  const service = testService({
    perMinute: 60,
    twist: ({ body }) => (isMet(body) ? rawResponse(500, '<html>', { 'Content-Type': 'text/html' }) : undefined),
  });
  const { transcript } = await runSuite({ ...thorough, seed: 1 }, dependenciesOf(service));
  const failing = generated(transcript).filter(isMet);
  expect(failing.length).toBeGreaterThan(1);
  expect(failing.at(-1)?.length).toBeLessThan(failing[0]?.length ?? 0);
  expect(failing.at(-1)?.length).toBeLessThanOrEqual(25);
});

it('sends none at level read and never more than the user allows', async () => {
  const { transcript } = await runSuite({ ...thorough, level: 'read' }, dependenciesOf(testService()));
  expect(generated(transcript)).toEqual([]);
  const service = testService({ perMinute: 300 });
  await runSuite({ ...thorough, maxRequests: 60 }, dependenciesOf(service));
  expect(service.received.length).toBeLessThanOrEqual(60);
});
