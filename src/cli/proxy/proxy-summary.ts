import type { IncompleteCounts, ObserverSummary, Tally } from '../../observe/proxy/observer.js';
import { counted } from '../../spec/quoting.js';
import { type Colors, shellWord } from '../terminal.js';

/** The result of a proxy run. */
export interface ProxySummary extends Omit<ObserverSummary, 'har'> {
  readonly upstream: string;
  /** The address of the service at the proxy. */
  readonly url: string;
  /** The flags that make `check --from` judge alike, such as `--plan free`. */
  readonly judgedWith: readonly string[];
  readonly har: (NonNullable<ObserverSummary['har']> & { readonly file: string }) | undefined;
}

/**
 * Returns the exit code for `--fail-on violation`: 3 if violations may have been missed. Clients that disconnect are common and not the
 * service's fault, and what is outside the base URL is not about it: they count only if no other exchange was complete.
 */
export function exitCodeOf(summary: ProxySummary): 0 | 1 | 3 {
  if (summary.violations.length > 0) return 1;
  return hasComplete(summary) && isAllJudged({ ...summary, abandoned: 0 }) ? 0 : 3;
}

function isAllJudged({ unjudged, ...summary }: ProxySummary): boolean {
  return incompleteCount({ ...summary, elsewhere: 0 }) + unjudged === 0;
}

function hasComplete(summary: ProxySummary): boolean {
  return summary.exchanges > incompleteCount(summary);
}

function incompleteCount({ elsewhere, withoutResponse, cutOff, abandoned, unreadable }: IncompleteCounts): number {
  return elsewhere + withoutResponse + cutOff + abandoned + unreadable;
}

/** Returns the summary as text. */
export function summaryText(summary: ProxySummary, colors: Colors): string {
  const { exchanges, violations, manners, har, upstream } = summary;
  const { bold, dim, red, yellow } = colors;
  const notes = notesOn(summary);
  const conclusion =
    violations.length === 0 ? noViolationText(summary, colors) : red(`${counted(violations.length, 'rule')} violated:`);
  const lines = [
    bold(`${counted(exchanges, 'exchange')} with ${upstream}`) +
      (notes.length > 0 ? dim(` (${notes.join(', ')})`) : ''),
    conclusion,
    ...violations.map((tally) => `  ${red('✗')} ${tallyText(tally, colors)}`),
    ...(manners.length === 0 ? [] : ['Manners of the clients:']),
    ...manners.map((tally) => `  ${yellow('!')} ${tallyText(tally, colors)}`),
    ...(har === undefined ? [] : [harText(har)]),
    ...(har === undefined || har.written === 0 || isAllElsewhere(summary)
      ? []
      : [dim(`Judge it again: ${commandFor(har.file, summary)}`)]),
  ];
  return `\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** How many exchanges were not judged completely, and why. */
function notesOn(summary: ProxySummary): string[] {
  const { elsewhere, withoutResponse, cutOff, abandoned, unreadable, unjudged } = summary;
  const notes: [count: number, why: string][] = [
    [elsewhere, 'outside the base URL'],
    [withoutResponse, 'without a response from the service'],
    [cutOff, 'cut off by the service'],
    [abandoned, 'abandoned by the client'],
    [unreadable, 'with a body over 1 MiB or one that cannot be decoded'],
    [unjudged, 'passed too fast to be judged'],
  ];
  return notes.filter(([count]) => count > 0).map(([count, why]) => `${count} ${why}`);
}

function noViolationText(summary: ProxySummary, { yellow, green }: Colors): string {
  if (summary.exchanges === 0) return yellow('Nothing was judged: no requests were made.');
  if (!hasComplete(summary)) return yellow(`Nothing was judged: ${whyNothing(summary)}`);
  return isAllJudged(summary) ? green('No violations found.') : yellow('No violations found in what was judged.');
}

function isAllElsewhere({ exchanges, elsewhere }: Pick<ProxySummary, 'exchanges' | 'elsewhere'>): boolean {
  return elsewhere === exchanges;
}

function whyNothing({ upstream, url, ...summary }: ProxySummary): string {
  if (!isAllElsewhere(summary)) return 'no response was complete.';
  return `no request was under ${upstream}. Send requests to ${url}, such as GET ${url}/inventory.`;
}

function tallyText({ rule, title, exchanges, first }: Tally, { bold, dim }: Colors): string {
  return `${bold(rule)} ${dim(title)}: ${counted(exchanges, 'exchange')}, first #${first}`;
}

function commandFor(file: string, { upstream, judgedWith }: ProxySummary): string {
  return ['petstore-mock check', shellWord(upstream), '--from', shellWord(file), ...judgedWith].join(' ');
}

function harText({ file, written, missed }: NonNullable<ProxySummary['har']>): string {
  const lost = missed === 0 ? '' : `; ${missed} more could not be recorded`;
  return `${counted(written, 'exchange')} in ${file}${lost}`;
}
