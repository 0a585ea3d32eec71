import { expect, it } from 'vitest';
import { ignoreMatcher, whyNotIgnorable } from './ignore.js';

const path = 'response/getPet/404/header/x-region';

it.each(['response', 'response/getPet', 'response/*/404', 'Response/*/*/header/X-Region', ' response/getPet/ ', path])(
  '%s ignores a header below it',
  (ignored) => {
    expect(ignoreMatcher([ignored])(path)).toBe(true);
  },
);

it.each(['resp', 'response/get', 'response/*/header', 'header/x-region', `${path}/more`, '*/x', ''])(
  '%s does not ignore it',
  (ignored) => {
    expect(ignoreMatcher([ignored])(path)).toBe(false);
  },
);

it('ignores nothing without paths', () => {
  expect(ignoreMatcher([])(path)).toBe(false);
});

it.each(['latency', 'question/error-codes', 'RULE/limits/plan', '*/getPet', 'limit/perDay'])(
  '%s can be ignored',
  (name) => {
    expect(whyNotIgnorable(name)).toBeUndefined();
  },
);

it('suggests the most similar kind', () => {
  expect(whyNotIgnorable('latencey')?.remedy).toBe('Did you mean --ignore latency?');
  expect(whyNotIgnorable('questions/error-codes')?.remedy).toBe('Did you mean --ignore question/error-codes?');
  expect(whyNotIgnorable('/traceId')?.remedy).toContain('such as latency');
});
