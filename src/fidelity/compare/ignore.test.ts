import { expect, test } from 'vitest';
import type { DifferenceKind } from './comparison.js';
import { ignoreMatcher, whyNotIgnorable } from './ignore.js';

test.each<[name: string, kind: DifferenceKind, id: string]>([
  ['responses X-Region', 'header', 'responses X-Region'],
  ['responses x-region', 'header', 'successes X-Region'],
  ['responses X-Region', 'header', 'errors X-Region'],
  ['responses X-Region', 'header', '404 X-Region'],
  ['responses X-Region', 'header', 'getPet X-Region'],
  ['header:responses X-Region', 'header', 'getPet 404 X-Region'],
  ['errors X-Region', 'header', 'getPet 404 X-Region'],
  ['successes X-Region', 'header', '200 X-Region'],
  ['404 X-Region', 'header', 'getPet 404 X-Region'],
  ['getPet X-Region', 'header', 'getPet 404 X-Region'],
  ['errors /trace id', 'field', '401 /trace id'],
  ['/items/sold at', 'field', 'listInventory 200 /items/sold at'],
  ['header', 'header', 'errors X-Region'],
  ['X-Region', 'header', 'errors X-Region'],
])('%s leaves out the %s %s', (name, kind, id) => {
  expect(ignoreMatcher([name])({ kind, id })).toBe(true);
});

test.each<[name: string, kind: DifferenceKind, id: string]>([
  ['successes X-Region', 'header', 'responses X-Region'],
  ['successes X-Region', 'header', 'getPet 404 X-Region'],
  ['errors X-Region', 'header', 'getPet X-Region'],
  ['getPet 404 X-Region', 'header', '404 X-Region'],
  ['responses X-Region', 'header', 'responses X-Zone'],
  ['field:responses X-Region', 'header', 'responses X-Region'],
  ['responses', 'header', 'responses X-Region'],
  ['answers getPet', 'latency', 'getPet'],
])('%s keeps the %s %s', (name, kind, id) => {
  expect(ignoreMatcher([name])({ kind, id })).toBe(false);
});

test.each([
  'latency',
  'LATENCY',
  'latency:getPet',
  'getPet',
  'errors/shape',
  'rule:errors/shape',
  'retry-after-format',
  'question:retry-after-format',
  'error-messages pet-unknown',
  'limit:perDay',
  'plan',
  'listInventory 200 /items/updatedAt',
  'field:/items/sold at',
  '/traceId',
  'errors /traceId',
  '401 X-Hint',
  'sendMessage X-Queue',
  'sendMessage 200 x-region',
  'responses server',
  'header:server',
  'Server',
  'x-region',
  'Content-Type',
  'content-type',
  'getPet 200',
  'response:other 404',
])('%s may be what a comparison tells', (name) => {
  expect(whyNotIgnorable(name)).toBeUndefined();
});

test.each([
  ['nonsense', 'Name a kind'],
  ['', 'Name a kind'],
  ['latenzy', '--ignore latency?'],
  ['retry-after-fromat', '--ignore retry-after-format?'],
  ['question:retry-after-fromat', '--ignore question:retry-after-format?'],
  ['rule:errors/shap', '--ignore rule:errors/shape?'],
  ['limit:perHour', 'Name a kind'],
  ['latency:getPets', '--ignore latency:getPet?'],
  ['answer:getPet', 'Name a kind'],
  ['field:traceId', 'Name a kind'],
  ['nowhere X-Hint', 'Name a kind'],
  ['header:X Region', 'Name a kind'],
])('%j is refused, with what was meant where that is known', (name, remedy) => {
  expect(whyNotIgnorable(name)?.remedy).toContain(remedy);
});
