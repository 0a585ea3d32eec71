import { counted } from '../../json/counted.js';
import type { Tally } from '../../observe/proxy/news.js';
import type { ObserverSummary } from '../../observe/proxy/observer.js';
import { shellWord } from '../shell-word.js';
import type { Colors } from '../terminal.js';

/** What a proxy has to tell at its end. */
export interface ProxySummary extends Omit<ObserverSummary, 'har'> {
  readonly upstream: string;
  /** What else `check --from` is to be told to judge alike, such as `--plan free`. */
  readonly judgedWith: readonly string[];
  readonly har: (NonNullable<ObserverSummary['har']> & { readonly file: string }) | undefined;
}

/** Answers the exit code of a proxy that is to fail on violations: 3 where some may have gone unseen. */
export function exitCodeOf(summary: ProxySummary): 0 | 1 | 3 {
  if (summary.violations.length > 0) return 1;
  return isAllJudged(summary) ? 0 : 3;
}

function isAllJudged({ unjudged, breakdowns }: ProxySummary): boolean {
  return unjudged === 0 && breakdowns === undefined;
}

/** Writes the summary for people. */
export function summaryText(summary: ProxySummary, colors: Colors): string {
  const { exchanges, unanswered, unjudged, breakdowns, violations, manners, har, upstream, judgedWith } = summary;
  const { bold, dim, red, yellow, green } = colors;
  const notes = [
    ...(unanswered > 0 ? [`${unanswered} without an answer of the service`] : []),
    ...(unjudged > 0 ? [`${unjudged} passed too fast to be judged`] : []),
    ...(breakdowns === undefined ? [] : [`${breakdowns.lost} not judged, since ${brokeDown(breakdowns.times)}`]),
  ];
  const none = isAllJudged(summary)
    ? green('No violation was seen.')
    : yellow('No violation was seen in what was judged.');
  const broken = violations.length === 0 ? none : red(`${counted(violations.length, 'rule')} violated:`);
  const lines = [
    bold(`${counted(exchanges, 'exchange')} with ${upstream}`) +
      (notes.length > 0 ? dim(` (${notes.join(', ')})`) : ''),
    ...(exchanges === 0 ? [] : [broken, ...violations.map((tally) => `  ${red('✗')} ${tallyText(tally, colors)}`)]),
    ...(manners.length === 0 ? [] : ['Manners of the clients:']),
    ...manners.map((tally) => `  ${yellow('!')} ${tallyText(tally, colors)}`),
    ...(har === undefined
      ? []
      : [
          harText(har),
          dim(
            `Judge it again: ${['petstore-mock check', shellWord(upstream), '--from', shellWord(har.file), ...judgedWith].join(' ')}`,
          ),
        ]),
  ];
  return `\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function brokeDown(times: number): string {
  return `judging broke down ${times === 1 ? 'once' : `${times} times`}`;
}

function tallyText({ rule, title, exchanges, first }: Tally, { bold, dim }: Colors): string {
  return `${bold(rule)} ${dim(title)}: ${counted(exchanges, 'exchange')}, first #${first}`;
}

function harText({ file, written, missed }: NonNullable<ProxySummary['har']>): string {
  const lost = missed === 0 ? '' : `; ${missed} more did not get into it`;
  return `${counted(written, 'exchange')} in ${file}${lost}`;
}
