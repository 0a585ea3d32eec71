import { createColors } from 'picocolors';
import { expect, test } from 'vitest';
import { jsonResponses, objectOf, observedChoices, sideOf, text } from '../../../tests/profile-for-tests.js';
import { HOSTILE } from '../../../tests/report-for-tests.js';
import { compareProfiles } from '../../fidelity/compare/compare-profiles.js';
import type { Profile } from '../../fidelity/profile/profile.js';
import { questionIds } from '../../spec/open-questions.js';
import { comparisonText, printComparison } from './compare-output.js';
import type { GatheredSide } from './compare-side.js';
import { exitCodeOf } from './compare-words.js';

const none = createColors(false);

const gathered = (...args: Parameters<typeof sideOf>): GatheredSide => ({
  ...sideOf(...args),
  isFresh: false,
  leftBehind: undefined,
});

function textOf(left: GatheredSide, right: GatheredSide, { colors = none, showsUncompared = false, width = 80 } = {}) {
  const settings = { showsUncompared, ignored: [] };
  return comparisonText(compareProfiles(left, right), [left, right], settings, { colors, width, isTerminal: false });
}

const plain = gathered('staging.json', { rules: { 'errors/shape': 'pass', 'limits/plan': 'pass' } });
const faulty = gathered('api.json', { rules: { 'errors/shape': 'violation', 'limits/plan': 'skipped' } });

test('shows each difference with its statement and the values of both sides', () => {
  // How many questions there are is none of this test's business.
  const told = textOf(plain, faulty)
    .replace(/of \d+ questions/, 'of N questions')
    .replace(/and \d+\s+more/g, 'and M more');
  expect(told).toBe(`
  left   staging.json
         observed 2026-11-21 12:00 UTC · level write · 60 exchanges ·
         https://staging.example.test/v1
  right  api.json
         observed 2026-11-21 12:00 UTC · level write · 60 exchanges ·
         https://staging.example.test/v1

  Rules that only one side violates
    ≠ rule/errors/shape  §7 Every 4xx and 5xx response has an Error body with
      code, message and status
      left   passed
      right  violated

  petstore-mock check shows what was received where a rule is violated
  --show-uncompared lists what was not compared, and why

  1 difference; compared 0 of N questions and 1 rule; missing:
  order-of-checks, unauthenticated-quota, refused-requests-count and M more;
  not asked: window-start, retry-after-format, retry-after-delay-seconds and M more

`);
});

test('says where the responses of a profile are, if the other side shows its own', () => {
  const hint = /A profile holds no headers and bodies\. .* transcript\.har/;
  const live = { ...faulty, exchanges: new Map() };
  expect(textOf(plain, live, { width: 300 })).toMatch(hint);
  expect(textOf(live, live, { width: 300 })).not.toMatch(hint);
  expect(textOf(plain, faulty, { width: 300 })).not.toMatch(hint);
  expect(textOf(plain, { ...plain, exchanges: new Map() }, { width: 300 })).not.toMatch(hint);
});

const received = (pointer: string, request: string, place: string) => ({
  problem: 'status of an item must be one of available, pending, sold',
  expected: 'an item with petId (int64), quantity (integer) and status (available, pending or sold)',
  received: '{"petId":1,"quantity":7,"status":"on_sale"}',
  pointer,
  exchange: `#1 ${request} → 200`,
  place,
  number: 1,
});

const usual = gathered('staging.json', { rules: { 'inventory/list-shape': 'pass', 'update/answer': 'pass' } });
const renamed: GatheredSide = {
  ...gathered('api.json', { rules: { 'inventory/list-shape': 'violation', 'update/answer': 'violation' } }),
  violations: new Map([
    ['inventory/list-shape', [received('/0/status', 'GET /v1/inventory', 'listInventory/200')]],
    ['update/answer', [received('/status', 'PATCH /v1/inventory/1', 'updateInventory/200')]],
  ]),
};

test('shows what was received as check does, and each cause once', () => {
  const told = textOf(usual, renamed, { width: 60 });
  expect(told).toContain(`
    ≠ status of an item must be one of available, pending,
      sold
      expected  an item with petId (int64), quantity
                (integer) and status (available, pending or
                sold)
      received  {"petId":1,"quantity":7,"status":"on_sale"}
      at        /0/status
      exchange  #1 GET /v1/inventory → 200
      rule      rule/inventory/list-shape
                  §4.1 GET /inventory returns an array of
                  items with petId, quantity and status of
                  the documented types
      left      passed
      right     violated
      causes    rule/update/answer  passed → violated
`);
  expect(told).toContain('2 differences (1 cause)');
  expect(told).not.toContain('petstore-mock check shows');
});

test('counts cached responses, which are ignored', () => {
  const copies = gathered('api.json', { source: { copies: 12 } });
  expect(textOf(plain, copies).replace(/\s+/g, ' ')).toContain(
    '12 responses are copies of a cache (Age, X-Cache and similar headers) and ignored',
  );
  expect(textOf(plain, faulty)).not.toContain('copies of a cache');
});

test('lists what could not be compared on request, by reason', () => {
  expect(textOf(plain, faulty, { showsUncompared: true })).toContain(`
  Not compared
    ? rule/limits/plan
      left: passed; right: skipped at level write
`);
});

test.each([40, 60, 72, 100])('fits a terminal of %i columns', (width) => {
  const left = gathered('staging.json', {
    rules: plain.profile.rules,
    source: { stopped: 'interrupted after a while '.repeat(9) },
  });
  const right = gathered('api.json', { rules: { 'errors/shape': 'violation' } });
  for (const showsUncompared of [true, false]) {
    const pairs = [[left, right] as const, [plain, faulty] as const, [usual, renamed] as const];
    const told = pairs.map(([one, other]) => textOf(one, other, { width, showsUncompared }));
    expect(told.flatMap((each) => each.split('\n')).filter((line) => line.length > width)).toEqual([]);
  }
});

test('reports an incomplete comparison if a side stopped early, and names the side', () => {
  const rules = { 'errors/shape': 'pass' } as const;
  const cut = gathered('api.json', { rules, source: { stopped: 'interrupted' } });
  const whole = gathered('staging.json', { rules });
  expect(textOf(cut, whole).replace(/\s+/g, ' ')).toMatch(
    /Incomplete: api\.json stopped early\. No difference in 0 of \d+ questions and 1 rule; missing: /,
  );
  expect(textOf(cut, cut)).toContain('Incomplete: both sides stopped early');
  expect(exitCodeOf(compareProfiles(cut, whole), [cut, whole])).toBe(3);
});

/** Nothing more is known of any question at this level. */
const nothingDecided = Object.fromEntries(
  questionIds.map((id) => [
    id,
    { choice: 0, origin: 'default', confidence: 'none', note: 'it may be either', exchanges: [] },
  ]),
) as unknown as Profile['questions'];

test('is complete if both sides show all that the level asks, or no response decides it', () => {
  const of = (questions: Profile['questions']) =>
    gathered('a.json', { rules: { 'errors/shape': 'pass' }, questions: { ...nothingDecided, ...questions } });
  const seen = observedChoices({ 'unknown-method': 405 });
  const codeOf = (left: GatheredSide, right: GatheredSide, ...ignored: string[]) =>
    exitCodeOf(compareProfiles(left, right, ignored), [left, right]);
  expect(codeOf(of({}), of({}))).toBe(0);
  expect(codeOf(of(seen), of(seen))).toBe(0);
  expect(codeOf(of(seen), of({}))).toBe(3);
  expect(codeOf(of(seen), of({}), 'question/unknown-method')).toBe(0);
  expect(textOf(of(seen), of({}))).toContain(`
  Missing for a complete comparison
    ? question/unknown-method
      left: shown; right: it may be either

  --ignore question/unknown-method accepts that it is missing
`);
});

test('reports that nothing could be compared', () => {
  expect(textOf(gathered('a'), gathered('b'))).toMatch(/\n {2}Nothing could be compared\n\n$/);
});

test('names and texts of a service stay on their lines and cannot control the terminal', () => {
  const shape = (name: string) => ({ 'other 404': jsonResponses(objectOf({ [name]: text, [`${name}2`]: text })) });
  const left = gathered(HOSTILE, { responses: shape(HOSTILE), source: { stopped: HOSTILE, baseUrl: HOSTILE } });
  const right = gathered('b', { responses: shape('id') });
  const printed: string[] = [];
  const sink = { write: (chunk: string) => printed.push(chunk) };
  const terminal = { stdout: sink, stderr: sink, folder: '.', variables: {} };
  const settings = { ignored: [HOSTILE], showsUncompared: true } as const;
  const comparison = compareProfiles(left, right);
  for (const json of ['-', undefined] as const) {
    printComparison(comparison, [left, right], { ...settings, json, reporter: 'github' }, terminal);
  }
  const all = printed.join('');
  expect(all).toContain('owned');
  expect(all.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  expect(all).not.toMatch(/##vso\[/);
  expect(all.split('\n').filter((line) => /^\s*::/.test(line) && !line.startsWith('::error title=Differs'))).toEqual(
    [],
  );
});

test('uses colours only if requested', () => {
  expect(textOf(plain, faulty, { colors: createColors(true) })).toContain('\u001b[31m');
  expect(textOf(plain, faulty)).not.toContain('\u001b');
});
