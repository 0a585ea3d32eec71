import type { JsonValue } from '../../src/json/json-value.js';
import type { Shape } from '../../src/profile/profile.js';
import { writeMoment } from '../write-moment.js';
import { prepareRenewal } from './renew-value.js';

/** What some fields of an error follow from. */
export interface LiveFacts {
  readonly nowMs: number;
  /** That was asked for, with no query. */
  readonly path: string;
  /** Answers a draw from 0 up to 1 for each position of a value. `row` is that of the field among those that are drawn, from 0. */
  readonly draw: (row: number) => (position: number) => number;
}

/** Answers the value of a field in one answer; undefined where it follows from nothing. */
export type FillField = (shape: Shape) => JsonValue | undefined;

/** Prepares the fields of one answer. */
export function fillFields({ nowMs, path, draw }: LiveFacts): FillField {
  let row = 0;
  return ({ 'x-value': value, examples: [example] = [null] }) => {
    if (value === 'path') return path;
    if (value === 'now')
      return typeof example === 'number' ? unixTime(nowMs, example) : writeMoment(`${example}`, nowMs);
    if (value !== 'unique' || typeof example !== 'string') return undefined;
    return prepareRenewal({ kind: kindOf(example), value: example })(draw(row++), nowMs);
  };
}

/** Tells whether a shape has a field that follows from the moment or the request. */
export function isLive({ 'x-value': value, properties = {} }: Shape): boolean {
  return value !== undefined || Object.values(properties).some(isLive);
}

/** As an example of our time is counted: in seconds or in milliseconds. */
function unixTime(nowMs: number, example: number): number {
  return example > 1e11 ? nowMs : Math.floor(nowMs / 1_000);
}

function kindOf(example: string): 'uuid' | 'hex' | 'integer' | 'text' {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(example)) return 'uuid';
  if (/^\d+$/.test(example)) return 'integer';
  return /^[0-9a-f]+$/i.test(example) ? 'hex' : 'text';
}
