import { levels } from '../../src/exchange/transcript.js';
import { isOfGateway } from '../../src/judge/outages.js';
import { rules } from '../../src/judge/rules/rules.js';
import { counted } from '../../src/spec/quoting.js';
import { dateAndTime } from '../../src/spec/times.js';
import type { Report } from '../report/report.js';
import { NO_RESPONSE } from '../suite.js';
import type { Frequency, RunLine } from './run-line.js';

/** The number of runs over which violations are counted. */
const MOST_COUNTED = 100;

/** Returns how often rules were violated in the newest runs that could show it. */
export function frequenciesOf(ids: readonly string[], runs: readonly RunLine[]): Frequency[] {
  return ids.flatMap((rule) => {
    const able = runs.filter((run) => couldShow(rule, run)).slice(-MOST_COUNTED);
    const violated = able.filter((run) => run.violated.includes(rule));
    const [first, last] = [violated[0], violated.at(-1)];
    if (first === undefined || last === undefined) return [];
    return { rule, violated: violated.length, runs: able.length, first: first.startedAt, last: last.startedAt };
  });
}

function couldShow(id: string, { level, counts, violated }: RunLine): boolean {
  if (violated.includes(id)) return true;
  const needed = rules.find((rule) => rule.id === id)?.class ?? 'passive';
  if (counts.pass + counts.violation === 0) return false;
  return needed === 'passive' || level === null || levels.indexOf(level) >= levels.indexOf(needed);
}

/** `violated in 3 of the last 40 runs (8 %), first 2026-11-20 09:15, last 2026-11-21 12:00`. */
export function frequencyText({ violated, runs, first, last }: Frequency): string {
  const share = `violated in ${violated} of the last ${counted(runs, 'run')} (${Math.round((100 * violated) / runs)} %)`;
  if (violated === 1) return `${share}, on ${dateAndTime(first, 'minute')}`;
  return `${share}, first ${dateAndTime(first, 'minute')}, last ${dateAndTime(last, 'minute')}`;
}

/** Returns a run with what only the runs before it show. */
export function inHistory(line: RunLine, runs: readonly RunLine[], isUnreached: boolean): RunLine {
  const before = runs.at(-1);
  const isFirst = before !== undefined && before.unreached === undefined;
  const changed = line.changes.flatMap(({ path }) => (path.startsWith('rule/') ? path.slice('rule/'.length) : []));
  const frequencies = frequenciesOf([...new Set([...line.violated, ...changed])], [...runs, line]);
  return {
    ...line,
    ...(frequencies.length > 0 && { frequencies }),
    ...(isUnreached && { unreached: isFirst ? 'once' : 'again' }),
  };
}

/** An exchange, as far as it matters here. */
interface Responded {
  readonly response?: { readonly status?: number } | undefined;
}

/**
 * Returns whether a run did not pass only because requests got no response, or the first one only that of a gateway (502, 503, 504).
 * One such run may be the network's fault; so nothing must be left behind, and no violation found.
 */
export function lacksResponses({ summary, target }: Report, exchanges: readonly Responded[]): boolean {
  const { exitCode, violation, stopped, leftBehind } = summary;
  if (exitCode === 0 || violation > 0 || leftBehind !== null || target.source === 'recording') return false;
  if (stopped === null) return exchanges.some(({ response }) => response === undefined);
  const isOut = exchanges.length > 0 && exchanges.every(({ response }) => isOfGateway(response?.status));
  return stopped.startsWith(NO_RESPONSE) || isOut;
}
