import { expect, test } from 'vitest';
import { whyNotIgnorable } from './ignorable.js';

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
  'answers server',
  'header:server',
  'Server',
  'x-region',
  'Content-Type',
  'content-type',
  'getPet 200',
  'answer:other 404',
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
