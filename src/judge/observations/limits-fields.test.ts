import { expect, it } from 'vitest';
import { limited } from '../../../tests/limit-exchanges.js';
import { observed } from '../../../tests/observed.js';
import { type ExchangeInit, noKey, recorded, settings } from '../../../tests/recorded.js';
import { gatherEvidence } from '../judge.js';
import { limitObservers } from './limits.js';

const POLICIES = '"minute";q=60;w=60, "day";q=1000;w=86400';
const LIMITS = '"minute";r=59;t=60, "day";r=900;t=40000';

/** A response with 59 of 60 requests left for a minute, and these fields. */
const having = (policy: string | undefined, limit: string | undefined, told: ExchangeInit = {}) =>
  limited(60, 59, { ...told, headers: { 'RateLimit-Policy': policy, RateLimit: limit, ...told.headers } });

const of = (...told: ExchangeInit[]) => observed('rate-limit-fields', told);

it.each([
  ['x', undefined, undefined],
  [{ 'RateLimit-Policy': 'each-window', RateLimit: 'each-window', minute: 'minute', day: 'day' }, POLICIES, LIMITS],
  [
    { 'RateLimit-Policy': 'each-window', RateLimit: 'described-window', minute: 'minute', day: 'day' },
    POLICIES,
    '"minute";r=59;t=60',
  ],
  [
    { 'RateLimit-Policy': 'described-window', RateLimit: 'described-window', minute: 'default' },
    '"default";q=60;w=60;pk=:aGVsbG8=:',
    '"default";r=59;t=60;acme-burst=5',
  ],
  [{ 'RateLimit-Policy': 'described-window', minute: 'default' }, '"default";q=60;w=60', undefined],
  [{ RateLimit: 'described-window' }, undefined, '"default";r=59;t=60'],
  [{ RateLimit: 'each-window' }, undefined, LIMITS],
])('sees %j', (choice, policy, limit) => {
  const { note, ...seen } = of(having(policy, limit), having(policy, limit, { status: 401, credential: noKey }));
  expect(seen.choice).toEqual(choice);
});

it.each([
  ['policies of other windows', '"a";q=60;w=60, "b";q=500;w=3600', '"a";r=59;t=60'],
  ['two policies of one window', '"a";q=60;w=60, "b";q=80;w=60', '"a";r=59;t=60'],
  ['three policies', `${POLICIES}, "c";q=5;w=60`, '"minute";r=59;t=60'],
  ['a policy without a length', '"a";q=60', '"a";r=59'],
  ['another unit', '"a";q=60;w=60;qu="content-bytes"', '"a";r=59;t=60'],
  ['a limit without its policy', '"a";q=60;w=60', '"b";r=59;t=60'],
  ['an earlier draft', '60;w=60', 'limit=60, remaining=59, reset=60'],
  ['one malformed field', POLICIES, 'limit=60, remaining=59, reset=60'],
])('concludes nothing from %s', (_, policy, limit) => {
  expect(of(having(policy, limit), having(policy, limit)).choice).toBeUndefined();
});

it('concludes nothing if responses differ, or a browser may hide a field', () => {
  expect(of(having(POLICIES, LIMITS), limited(60, 58)).choice).toBeUndefined();
  expect(of(having(POLICIES, LIMITS), having(POLICIES, '"minute";r=59;t=60')).choice).toBeUndefined();
  expect(of(limited(60, 59, { headers: { 'X-RateLimit-Reset': 'soon' } })).choice).toBeUndefined();
  for (const limit of [undefined, LIMITS]) {
    const { exchanges } = recorded(having(undefined, limit));
    const hiding = exchanges.map(({ response, ...rest }) => ({
      ...rest,
      response: response && { ...response, mayHideHeaders: true as const },
    }));
    const evidence = gatherEvidence({ exchanges: hiding, run: undefined }, settings);
    expect(limitObservers['rate-limit-fields'](evidence).choice).toBeUndefined();
  }
});

it('learns only plain names, and only those that all responses share', () => {
  const named = (name: string) => having(`"${name}";q=60;w=60`, `"${name}";r=59;t=60`);
  expect(of(named('per-minute'))).toMatchObject({ choice: { minute: 'per-minute' }, unseen: ['day'] });
  for (const told of [[named('for a friend')], [named('one'), named('two')]]) {
    expect(of(...told)).toMatchObject({
      choice: { 'RateLimit-Policy': 'described-window', RateLimit: 'described-window' },
      unseen: ['minute', 'day'],
    });
  }
});
