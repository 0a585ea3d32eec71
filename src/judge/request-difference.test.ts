import { expect, it } from 'vitest';
import { judgedBy } from '../../tests/judged.js';
import { type ExchangeInit, noKey } from '../../tests/recorded.js';
import { rules } from './rules/index.js';

const plain: ExchangeInit = { requestHeaders: { Accept: 'application/json' } };
const problemsOf = (...told: ExchangeInit[]) =>
  judgedBy(rules, 'status/documented', [plain, ...told]).findings.map(({ problem }) => problem);
const UNLIKE = 'listInventory got 406 (unlike one that passed, the request had';

it.each<[Record<string, string | undefined>, string]>([
  [{ Accept: '*/*' }, `${UNLIKE} Accept: "*/*")`],
  [{}, `${UNLIKE} no Accept)`],
  [{ accept: 'application/json' }, `${UNLIKE} header names in lower case)`],
  [{ Accept: '*/*', 'Accept-Language': 'de' }, `${UNLIKE} Accept: "*/*" and Accept-Language: "de")`],
])('a violation names what differs in a request with %j', (requestHeaders, problem) => {
  expect(problemsOf({ requestHeaders, status: 406 })).toEqual([problem]);
});

it('names the least difference', () => {
  const both = { Accept: '*/*', 'Accept-Language': 'de' };
  const problems = problemsOf({ requestHeaders: { Accept: '*/*' } }, { requestHeaders: both, status: 406 });
  expect(problems).toEqual([`${UNLIKE} Accept-Language: "de")`]);
});

it('names nothing where an equal request passed, none did, or another operation or credential', () => {
  expect(problemsOf({ ...plain, status: 406 })).toEqual(['listInventory got 406']);
  const traced = { ...plain.requestHeaders, traceparent: '00-a-b-01', 'X-Request-Id': 'a' };
  expect(problemsOf({ requestHeaders: traced, status: 406 })).toEqual(['listInventory got 406']);
  expect(problemsOf({ path: '/pets/7', status: 500 })).toEqual(['getPet got 500']);
  expect(problemsOf({ credential: noKey, status: 500 })).toEqual(['listInventory got 500']);
});

it('leaves recordings alone, whose headers differ for many reasons', () => {
  const told = [plain, { status: 406 }];
  const { findings } = judgedBy(rules, 'status/documented', told, { level: undefined });
  expect(findings[0]?.problem).toBe('listInventory got 406');
});
