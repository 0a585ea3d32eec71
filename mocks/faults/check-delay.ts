import { quoteValue } from '../../src/json/quote-value.js';
import { InputError } from '../../src/validation/input-error.js';
import { refusePromise } from '../../src/validation/refuse-promise.js';
import { ATTEMPTED, checkedValues, type Field, isWithin, LONGEST_MS, length } from './check-values.js';
import type { FaultDelay } from './fault.js';

const median: Field = {
  takes: (value) => isWithin(value, Number.MIN_VALUE, LONGEST_MS),
  remedy: `Try 80, in milliseconds: above 0, and at most an hour, ${LONGEST_MS}.`,
};

const sigma: Field = {
  takes: (value) => isWithin(value, 0, 10),
  remedy: 'Try 0.5, for a few that take long, or any number from 0 to 10.',
};

const type: Field = { takes: (value) => value === 'normal' || value === 'lognormal', remedy: '' };

const kinds = {
  normal: {
    fields: { type, mean: length(300), deviation: length(50) },
    example: "{ type: 'normal', mean: 300, deviation: 50 }",
  },
  lognormal: { fields: { type, median, sigma }, example: "{ type: 'lognormal', median: 80, sigma: 0.5 }" },
} as const;

const EITHER = `${kinds.normal.example} or ${kinds.lognormal.example}`;

/** Answers a copy of a length of time that is to be drawn. Throws an InputError for one that lacks something or cannot be. */
export function checkedDelay(delay: object): FaultDelay {
  const { type } = delay as { readonly type?: unknown };
  refusePromise(ATTEMPTED, 'the type', type);
  if (type !== 'normal' && type !== 'lognormal') {
    throw new InputError(ATTEMPTED, `the type of delayMs cannot be ${quoteValue(type)}`, `Try ${EITHER}.`);
  }
  const { fields, example } = kinds[type];
  const checked = checkedValues<string>('delayMs', delay, fields, example);
  const missing = Object.keys(fields).find((name) => checked[name] === undefined);
  if (missing === undefined) return checked as unknown as FaultDelay;
  throw new InputError(ATTEMPTED, `delayMs has no ${missing}`, `Try ${example}.`);
}
