import { createColors } from 'picocolors';
import { expect, test } from 'vitest';
import { jsonResponses, objectOf, observedChoices, sideOf, text } from '../../../tests/profile-for-tests.js';
import { HOSTILE } from '../../../tests/report-for-tests.js';
import { compareProfiles } from '../../fidelity/compare/compare-profiles.js';
import type { ComparedSide } from './compare-output.js';
import { comparisonText, exitCodeOf, printComparison } from './compare-output.js';

const none = createColors(false);

const side = (...args: Parameters<typeof sideOf>): ComparedSide => ({
  ...sideOf(...args),
  isFresh: false,
  leftBehind: undefined,
});

function textOf(left: ComparedSide, right: ComparedSide, { colors = none, width = 80, ignored = [] as string[] } = {}) {
  const layout = { colors, width };
  return comparisonText(compareProfiles(left, right, ignored), [left, right], ignored, layout);
}

const plain = side('staging.json', { rules: { 'errors/shape': 'pass', 'limits/plan': 'pass' } });
const faulty = side('api.json', { rules: { 'errors/shape': 'violation', 'limits/plan': 'skipped' } });

test('shows each difference with its statement and the values of both sides', () => {
  // Which questions there are is none of this test's business.
  const told = textOf(plain, faulty)
    .replace(/of \d+ questions/, 'of N questions')
    .replace(/^ {2}order-of-checks, .*, .* and \d+\s+more/m, '  A, B, C and M more');
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

  1 difference; compared 0 of N questions and 1 rule; not compared:
  A, B, C and M more

`);
});

const received = (pointer: string, request: string) => ({
  problem: 'status of an item must be one of available, pending, sold',
  expected: 'an item with petId (int64), quantity (integer) and status (available, pending or sold)',
  received: '{"petId":1,"quantity":7,"status":"on_sale"}',
  pointer,
  exchange: `#1 ${request} → 200`,
});

const usual = side('staging.json', { rules: { 'inventory/list-shape': 'pass', 'update/answer': 'pass' } });
const renamed: ComparedSide = {
  ...side('api.json', { rules: { 'inventory/list-shape': 'violation', 'update/answer': 'violation' } }),
  violations: new Map([
    ['inventory/list-shape', [received('/0/status', 'GET /v1/inventory')]],
    ['update/answer', [received('/status', 'PATCH /v1/inventory/1')]],
  ]),
};

test('shows what was received where a rule is violated', () => {
  const told = textOf(usual, renamed, { width: 60 });
  expect(told).toContain(`
    ≠ rule/inventory/list-shape  §4.1 GET /inventory returns
      an array of items with petId, quantity and status of
      the documented types
      left   passed
      right  violated
             status of an item must be one of available,
             pending, sold
             expected an item with petId (int64), quantity
             (integer) and status (available, pending or
             sold)
             received
             {"petId":1,"quantity":7,"status":"on_sale"}
             #1 GET /v1/inventory → 200 at /0/status
    ≠ rule/update/answer`);
  expect(told).toContain('2 differences; compared');
});

test('reports an --ignore that matches no difference', () => {
  const [left, right] = [
    side('a', { rules: { 'errors/shape': 'pass', 'body/json': 'pass' } }),
    side('b', { rules: { 'errors/shape': 'violation', 'body/json': 'pass' } }),
  ];
  expect(textOf(left, right, { ignored: ['rule/errors', 'limit/nothing'] })).toMatch(
    /--ignore limit\/nothing matched no difference\n(?:.*\n)*.* 1 ignored; /,
  );
});

test('counts cached responses, which are ignored', () => {
  const copies = side('api.json', { source: { copies: 12 } });
  expect(textOf(plain, copies).replace(/\s+/g, ' ')).toContain(
    '12 responses of a cache (Age, X-Cache and similar headers) ignored',
  );
  expect(textOf(plain, faulty)).not.toContain('of a cache');
});

test.each([40, 60, 72, 100])('fits a terminal of %i columns', (width) => {
  const left = side('staging.json', {
    rules: plain.profile.rules,
    source: { stopped: 'interrupted after a while '.repeat(9) },
  });
  const right = side('api.json', { rules: { 'errors/shape': 'violation' } });
  const pairs = [[left, right] as const, [plain, faulty] as const, [usual, renamed] as const];
  const told = pairs.map(([one, other]) => textOf(one, other, { width, ignored: ['limit/nothing at all'] }));
  expect(told.flatMap((each) => each.split('\n')).filter((line) => line.length > width)).toEqual([]);
});

test('reports an incomplete comparison if a side stopped early, and names the side', () => {
  const rules = { 'errors/shape': 'pass' } as const;
  const cut = side('api.json', { rules, source: { stopped: 'interrupted' } });
  const whole = side('staging.json', { rules });
  expect(textOf(cut, whole).replace(/\s+/g, ' ')).toMatch(
    /Incomplete: api\.json stopped early\. No difference in 0 of \d+ questions and 1 rule; not compared: /,
  );
  expect(textOf(cut, cut)).toContain('Incomplete: both sides stopped early');
  expect(exitCodeOf(compareProfiles(cut, whole), [cut, whole])).toBe(3);
});

test('is incomplete if only one side shows what both were asked, unless that is ignored', () => {
  const of = (behaviour: Parameters<typeof observedChoices>[0]) =>
    side('a.json', { rules: { 'errors/shape': 'pass' }, questions: observedChoices(behaviour) });
  const [seen, blind] = [of({ 'unknown-method': 405 }), of({})];
  const codeOf = (left: ComparedSide, right: ComparedSide, ...ignored: string[]) =>
    exitCodeOf(compareProfiles(left, right, ignored), [left, right]);
  expect(codeOf(blind, blind)).toBe(0);
  expect(codeOf(seen, seen)).toBe(0);
  expect(codeOf(seen, blind)).toBe(3);
  expect(codeOf(seen, blind, 'question/unknown-method')).toBe(0);
  expect(codeOf(of({ 'retry-after-format': 'seconds' }), blind)).toBe(0);
  expect(textOf(seen, blind, { width: 200 })).toContain('shown by one side only: unknown-method;');
});

test('reports that nothing could be compared', () => {
  expect(textOf(side('a'), side('b'))).toMatch(/\n {2}Nothing could be compared\n\n$/);
});

test('names and texts of a service stay on their lines and cannot control the terminal', () => {
  const shape = (name: string) => ({ 'other 404': jsonResponses(objectOf({ [name]: text, [`${name}2`]: text })) });
  const left = side(HOSTILE, { responses: shape(HOSTILE), source: { stopped: HOSTILE, baseUrl: HOSTILE } });
  const right = side('b', { responses: shape('id') });
  const printed: string[] = [];
  const sink = { write: (chunk: string) => printed.push(chunk) };
  const terminal = { stdout: sink, stderr: sink, folder: '.', variables: {} };
  const comparison = compareProfiles(left, right);
  for (const json of ['-', undefined] as const) {
    printComparison(comparison, [left, right], { ignored: [HOSTILE], json }, terminal);
  }
  const all = printed.join('');
  expect(all).toContain('owned');
  expect(all.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  expect(all).not.toMatch(/##vso\[/);
  expect(all).not.toMatch(/^\s*::/m);
});

test('uses colours only if requested', () => {
  expect(textOf(plain, faulty, { colors: createColors(true) })).toContain('\u001b[31m');
  expect(textOf(plain, faulty)).not.toContain('\u001b');
});
