import { createColors } from 'picocolors';
import type { Transcript } from '../../src/exchange/transcript.js';
import { oneLine } from '../../src/spec/quoting.js';
import { distinctViolations, quoted, type ReportedRule, type ReportedViolation, waiverNote } from './report.js';
import { type Colors, columns, exchangeLine, wrap } from './terminal-text.js';

export interface Look {
  readonly colors: Colors;
  /** Columns of the terminal. */
  readonly width: number;
}

/** For programs that lay texts out themselves. */
export const plainLook: Look = { colors: createColors(false), width: 1_000 };

const LABEL_WIDTH = 8;
/** Number of violations of one rule that are shown in full: a header that is missing is missing everywhere. */
const MOST_SHOWN = 3;
const MOST_NAMED = 30;

const ONLY_AT_THE_LIMIT =
  'Shown only once the quota is used up: send the requests before these, too (the HAR of --report has all).';

/** Returns the lines that every text report shows of a violated rule: its statements, its waiver, and the evidence. */
export function violationText(rule: ReportedRule, transcript: Transcript, { colors, width }: Look): string[] {
  const shown = distinctViolations(rule.violations).slice(0, MOST_SHOWN);
  const hidden = rule.violations.filter((violation) => !shown.includes(violation));
  const others = [...new Set(hidden.map(({ exchange }) => `#${exchange}`))];
  const more = others.length - MOST_NAMED;
  const named = others.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more.toLocaleString('en-GB')} more` : '');
  const statements = new Set(rule.violations.map(({ statement }) => quoted(statement)));
  const note = waiverNote(rule);
  return [
    ...[...statements].flatMap((statement) => wrap(statement, width)),
    ...(note === undefined ? [] : wrap(oneLine(note), width).map(colors.yellow)),
    ...shown.flatMap((violation) => ['', ...evidenceLines(violation, transcript, { colors, width })]),
    ...(others.length === 0 ? [] : ['', ...wrap(`… and in exchanges ${named}`, width).map(colors.dim)]),
    ...(rule.class === 'exhaust' ? ['', ...wrap(ONLY_AT_THE_LIMIT, width).map(colors.dim)] : []),
  ];
}

/** Returns lines with a label for each text that is not empty. */
export function evidenceRows(rows: Readonly<Record<string, string>>, { colors, width }: Look): string[] {
  const shown = Object.entries(rows).filter(([, text]) => text !== '');
  return shown.flatMap(([label, text]) =>
    columns(label, wrap(oneLine(text), width - LABEL_WIDTH - 2), LABEL_WIDTH, colors.dim),
  );
}

function evidenceLines(violation: ReportedViolation, transcript: Transcript, { colors, width }: Look): string[] {
  const { problem, expected, received, pointer, exchange, related, curl } = violation;
  const see = related.length === 0 ? '' : `; see also ${related.map((number) => `#${number}`).join(', ')}`;
  const rows = { problem, expected, received, at: pointer ?? '', exchange: exchangeLine(exchange, transcript) + see };
  return [
    ...evidenceRows(rows, { colors, width }),
    // A command is not wrapped, so that it can be copied.
    ...curl.flatMap((command, index) =>
      columns(index === 0 ? 'try' : 'then', [oneLine(command)], LABEL_WIDTH, colors.dim),
    ),
  ];
}
