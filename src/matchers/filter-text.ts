import { createRedactor } from '../transcript/create-redactor.js';
import { isAsymmetric } from './body-matches.js';
import type { CallFilter } from './call-filter.js';
import { excerpt } from './excerpt.js';
import { fieldOf, isObject } from './loose-object.js';

/** Writes a filter as it stood in the test, but for the key: `{ times: 2, body: {"quantity":12}, key: … }`. */
export function filterText(filter: CallFilter): string {
  const redactor = createRedactor();
  if (filter.key !== undefined) redactor.nameOf(filter.key);
  const parts = Object.entries(filter).map(([name, value]) => {
    return `${name}: ${name === 'key' ? keyText(String(value)) : excerpt(redactor.redact(valueText(value)))}`;
  });
  return parts.length === 0 ? '' : `{ ${parts.join(', ')} }`;
}

function keyText(key: string): string {
  return /^key#[1-9]\d*$/.test(key) ? JSON.stringify(key) : '…';
}

function valueText(value: unknown): string {
  if (isAsymmetric(value)) return `${String(value)}(${sampleText(fieldOf(value, 'sample'))})`;
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? String(value);
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${valueText(field)}`);
  return `{${fields.join(', ')}}`;
}

/** `expect.any(Number)` holds a constructor. */
function sampleText(sample: unknown): string {
  if (sample === undefined) return '';
  return typeof sample === 'function' ? sample.name : valueText(sample);
}
