import type { Tally } from '../../observe/proxy/live-judging.js';
import type { ObserverSummary } from '../../observe/proxy/observer.js';
import { counted } from '../../spec/quoting.js';
import { type Colors, shellWord } from '../terminal.js';

/** What a proxy has to tell at its end. */
export interface ProxySummary extends Omit<ObserverSummary, 'har'> {
  readonly upstream: string;
  /** What else `check --from` is to be told to judge alike, such as `--plan free`. */
  readonly judgedWith: readonly string[];
  readonly har: (NonNullable<ObserverSummary['har']> & { readonly file: string }) | undefined;
}

/**
 * Returns the exit code of a proxy that is to fail on violations: 3 where some may have gone unseen. That a client leaves is no
 * fault of the service, and pages do it all the time: it counts only where nothing else came whole.
 */
export function exitCodeOf(summary: ProxySummary): 0 | 1 | 3 {
  if (summary.violations.length > 0) return 1;
  return isOneWhole(summary) && isAllJudged({ ...summary, left: 0 }) ? 0 : 3;
}

function isAllJudged({ unanswered, cut, left, unread, unjudged, breakdowns }: ProxySummary): boolean {
  return unanswered + cut + left + unread + unjudged === 0 && breakdowns === undefined;
}

function isOneWhole({ exchanges, unanswered, cut, left, unread }: ProxySummary): boolean {
  return exchanges > unanswered + cut + left + unread;
}

/** Writes the summary for people. */
export function summaryText(summary: ProxySummary, colors: Colors): string {
  const { exchanges, violations, manners, har, upstream } = summary;
  const { bold, dim, red, yellow } = colors;
  const notes = notesOn(summary);
  const broken =
    violations.length === 0 ? noViolationText(summary, colors) : red(`${counted(violations.length, 'rule')} violated:`);
  const lines = [
    bold(`${counted(exchanges, 'exchange')} with ${upstream}`) +
      (notes.length > 0 ? dim(` (${notes.join(', ')})`) : ''),
    broken,
    ...violations.map((tally) => `  ${red('✗')} ${tallyText(tally, colors)}`),
    ...(manners.length === 0 ? [] : ['Manners of the clients:']),
    ...manners.map((tally) => `  ${yellow('!')} ${tallyText(tally, colors)}`),
    ...(har === undefined ? [] : [harText(har)]),
    ...(har === undefined || har.written === 0 ? [] : [dim(`Judge it again: ${commandFor(har.file, summary)}`)]),
  ];
  return `\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** What was not judged as a whole, and why. */
function notesOn({ unanswered, cut, left, unread, unjudged, breakdowns }: ProxySummary): string[] {
  return [
    ...(unanswered > 0 ? [`${unanswered} without an answer of the service`] : []),
    ...(cut > 0 ? [`${cut} cut off by the service`] : []),
    ...(left > 0 ? [`${left} left by the client`] : []),
    ...(unread > 0 ? [`${unread} with a body over 1 MiB, or one that cannot be decoded`] : []),
    ...(unjudged > 0 ? [`${unjudged} passed too fast to be judged`] : []),
    ...(breakdowns === undefined ? [] : [`${breakdowns.lost} not judged, since ${breakdownsText(breakdowns.times)}`]),
  ];
}

function noViolationText(summary: ProxySummary, { yellow, green }: Colors): string {
  if (isAllJudged(summary) && summary.exchanges > 0) return green('No violation was seen.');
  if (summary.exchanges === 0) return yellow('Nothing could be judged: no request passed.');
  return yellow(
    isOneWhole(summary)
      ? 'No violation was seen in what was judged.'
      : 'Nothing could be judged: no answer came whole.',
  );
}

function breakdownsText(times: number): string {
  return `judging broke down ${times === 1 ? 'once' : `${times} times`}`;
}

function tallyText({ rule, title, exchanges, first }: Tally, { bold, dim }: Colors): string {
  return `${bold(rule)} ${dim(title)}: ${counted(exchanges, 'exchange')}, first #${first}`;
}

function commandFor(file: string, { upstream, judgedWith }: ProxySummary): string {
  return ['petstore-mock check', shellWord(upstream), '--from', shellWord(file), ...judgedWith].join(' ');
}

function harText({ file, written, missed }: NonNullable<ProxySummary['har']>): string {
  const lost = missed === 0 ? '' : `; ${missed} more did not get into it`;
  return `${counted(written, 'exchange')} in ${file}${lost}`;
}
