import { oneLine } from '../../src/json/one-line.js';
import type { Transcript } from '../../src/transcript/transcript.js';
import type { Colors } from './colors.js';
import { durationOf } from './duration.js';
import type { Report } from './report.js';
import { wrap } from './wrap.js';

interface FooterOptions {
  readonly colors: Colors;
  /** Columns of what shows it. */
  readonly width: number;
  /** Where more is to be seen, as a user would type it. */
  readonly files?: { readonly html?: string; readonly har?: string };
}

/** What was covered, how long it took, why it ended as it did, and where more is to be seen. */
export function footer(report: Report, transcript: Transcript, { colors, width, files = {} }: FooterOptions): string[] {
  const { coverage, requests } = report;
  const of = requests.budget === null ? '' : ` of ${requests.budget} at most`;
  const rows: Row[] = [
    ['Promises', `${coverage.judged} of ${coverage.statements} judged, ${coverage.cannotBeShown} no request can show`],
    ['Requests', `${requests.sent}${of}, in ${durationOf(transcript)}`],
  ];
  rows.push(...endingRows(report));
  if (files.html !== undefined) rows.push([REPORT, files.html]);
  if (files.har !== undefined) rows.push([EXCHANGES, files.har]);
  return rowLines(rows, colors, width);
}

const LEFT_BEHIND = 'Left behind';
const REPORT = 'Report';
const EXCHANGES = 'Exchanges';
const COPIED: readonly string[] = [LEFT_BEHIND, REPORT, EXCHANGES];

type Row = readonly [label: string, text: string];

/** Why the run ended as it did, where the last line has no room for it. */
export function endingLines(report: Report, colors: Colors, width: number): string[] {
  return rowLines(endingRows(report), colors, width);
}

function endingRows({ summary }: Report): Row[] {
  const { violation, stopped, leftBehind, exitCode } = summary;
  const isToldLast = violation === 0 && exitCode !== 1;
  return [
    ...(stopped === null || isToldLast ? [] : [['Stopped', stopped] as const]),
    ...(leftBehind === null ? [] : [[LEFT_BEHIND, leftBehind] as const]),
  ];
}

function rowLines(rows: readonly Row[], colors: Colors, width: number): string[] {
  return rows.flatMap(([label, text]) => {
    // It holds a command to copy, or is a file's name.
    const lines = COPIED.includes(label) ? [oneLine(text)] : wrap(oneLine(text), width - 15);
    return lines.map((line, index) => `${colors.dim((index === 0 ? label : '').padEnd(11))}  ${line}`);
  });
}
