import type { Exchange, HeaderList } from '../exchange/exchange.js';
import { quote } from '../json/quoting.js';
import type { Reading } from './reading.js';
import type { Evidence, Finding } from './rule.js';

/** What belongs to the request itself: the key, the body, and the ids by which it is found in logs. */
const OF_ITSELF = /^(?:authorization|host|content-(?:type|length)|traceparent|x-request-id)$/i;

/** Returns a finding of a run that says in which headers its request differs from a similar one that passed. */
export function withDifference(finding: Finding, passed: readonly number[], { readings, settings }: Evidence): Finding {
  const failed = readings.find(({ number }) => number === finding.exchange);
  // What only several exchanges show has another cause.
  if (settings.level === undefined || failed === undefined || finding.related.length > 0) return finding;
  const similar = readings.filter((reading) => passed.includes(reading.number) && isSimilar(reading, failed));
  const differences = similar.map(({ exchange }) => differenceOf(failed.exchange, exchange));
  const [least = []] = differences.sort((one, other) => one.length - other.length);
  if (least.length === 0) return finding;
  return { ...finding, problem: `${finding.problem} (unlike one that passed, the request had ${least.join(' and ')})` };
}

function isSimilar({ operation, credential }: Reading, other: Reading): boolean {
  return operation === other.operation && credential.kind === other.credential.kind;
}

function differenceOf({ request: { headers } }: Exchange, { request: { headers: others } }: Exchange): string[] {
  const has = (list: HeaderList, [name, value]: HeaderList[number]) =>
    list.some((each) => each[0].toLowerCase() === name.toLowerCase() && each[1] === value);
  const own = headers.filter((header) => !OF_ITSELF.test(header[0]) && !has(others, header));
  const missing = others.filter(([name]) => !headers.some((each) => each[0].toLowerCase() === name.toLowerCase()));
  return [
    ...own.map(([name, value]) => `${name}: ${quote(value)}`),
    ...missing.flatMap(([name]) => (OF_ITSELF.test(name) ? [] : `no ${name}`)),
    ...(isInLowerCase(headers) && !isInLowerCase(others) ? ['header names in lower case'] : []),
  ];
}

function isInLowerCase(headers: HeaderList): boolean {
  return headers.some(([name]) => name === 'authorization' || name === 'accept');
}
