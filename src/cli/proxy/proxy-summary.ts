import { counted } from '../../json/quoting.js';
import type { ObserverSummary, Tally } from '../../observe/proxy/observer.js';
import { urlToTry } from '../serving.js';
import type { Colors } from '../terminal.js';

/** The result of a proxy run. */
export interface ProxySummary extends Omit<ObserverSummary, 'har'> {
  readonly upstream: string;
  /** The address of the service at the proxy. */
  readonly url: string;
  readonly har: (NonNullable<ObserverSummary['har']> & { readonly file: string }) | undefined;
}

/** Returns the exit code for `--fail-on violation`: 3 if violations may have been missed. Clients may disconnect, if any exchange was complete. */
export function exitCodeOf(summary: ProxySummary): 0 | 1 | 3 {
  if (summary.violations.length > 0) return 1;
  return hasComplete(summary) && summary.incomplete + summary.unjudged === 0 ? 0 : 3;
}

function hasComplete({ exchanges, elsewhere, incomplete, abandoned }: ProxySummary): boolean {
  return exchanges > elsewhere + incomplete + abandoned;
}

export function summaryText(summary: ProxySummary, colors: Colors): string {
  const { exchanges, elsewhere, incomplete, abandoned, unjudged, violations, manners, har, upstream } = summary;
  const { bold, dim, red, yellow } = colors;
  const notes = Object.entries({
    'outside the base URL': elsewhere,
    'without a complete response': incomplete,
    'abandoned by the client': abandoned,
    'not judged: there were too many at once': unjudged,
  }).flatMap(([why, count]) => (count > 0 ? [`${count} ${why}`] : []));
  const lines = [
    bold(`${counted(exchanges, 'exchange')} with ${upstream}`) +
      (notes.length > 0 ? dim(` (${notes.join(', ')})`) : ''),
    violations.length === 0 ? noViolationText(summary, colors) : red(`${counted(violations.length, 'rule')} violated:`),
    ...violations.map((tally) => `  ${red('✗')} ${tallyText(tally, colors)}`),
    ...(manners.length === 0 ? [] : ['Manners of the clients:']),
    ...manners.map((tally) => `  ${yellow('!')} ${tallyText(tally, colors)}`),
    ...(har === undefined ? [] : [harText(har)]),
  ];
  return `\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function noViolationText(summary: ProxySummary, { yellow, green }: Colors): string {
  const { exchanges, elsewhere, incomplete, abandoned, unjudged, url } = summary;
  if (exchanges === elsewhere) {
    return yellow(`Nothing was judged. Send requests to ${url}, such as GET ${urlToTry(url)}.`);
  }
  if (!hasComplete(summary)) return yellow('Nothing was judged: no response was complete.');
  const isAllJudged = incomplete + abandoned + unjudged === 0;
  return isAllJudged ? green('No violations found.') : yellow('No violations found in what was judged.');
}

function tallyText({ rule, title, exchanges, first }: Tally, { bold, dim }: Colors): string {
  return `${bold(rule)} ${dim(title)}: ${counted(exchanges, 'exchange')}, first #${first}`;
}

function harText({ file, written, missed }: NonNullable<ProxySummary['har']>): string {
  const lost = missed === 0 ? '' : `; ${missed} more could not be recorded`;
  return `${counted(written, 'exchange')} in ${file}${lost}`;
}
