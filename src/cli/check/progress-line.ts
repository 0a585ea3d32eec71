import { inWords } from '../../../contract-tests/governor/time-in-words.js';
import { cut } from '../../../contract-tests/report/wrap.js';
import type { Progress } from '../../../contract-tests/suite.js';
import { oneLine } from '../../json/one-line.js';
import type { TextSink } from '../terminal.js';

export interface ProgressLine {
  readonly show: (progress: Progress) => void;
  /** Takes the line away, so that the report starts on a clean one. */
  readonly clear: () => void;
}

const USUAL_WIDTH = 80;
const CLEAR = '\r\u001b[2K';
/** Shorter waits are over before anybody has read why. */
const WORTH_TELLING_MS = 2_000;

/** Tells on a terminal, in one line that changes, what a run is doing; elsewhere only that it waits, and until when. */
export function createProgressLine(stderr: TextSink, nowMs: () => number): ProgressLine {
  if (!stderr.isTTY) return { show: (progress) => tellWait(progress, stderr, nowMs), clear: () => {} };
  let ticking: NodeJS.Timeout | undefined;
  // What runs over the end of a line is not cleared with it; the window may have become another.
  const write = (text: string) =>
    stderr.write(`${CLEAR}${cut(text, Math.max(1, (stderr.columns || USUAL_WIDTH) - 1))}`);
  const clear = () => {
    clearInterval(ticking);
    ticking = undefined;
    write('');
  };
  const show = (progress: Progress) => {
    clear();
    write(describe(progress, nowMs()));
    if (progress.kind !== 'waiting') return;
    ticking = setInterval(() => write(describe(progress, nowMs())), 1_000);
    ticking.unref();
  };
  return { show, clear };
}

function tellWait(progress: Progress, stderr: TextSink, nowMs: () => number): void {
  if (progress.kind !== 'waiting' || progress.untilMs - nowMs() < WORTH_TELLING_MS) return;
  stderr.write(`petstore-mock: ${describe(progress, nowMs())}\n`);
}

function describe(progress: Progress, nowMs: number): string {
  if (progress.kind === 'sent') {
    const { sent, budget, remaining } = progress;
    const left = remaining === undefined ? '' : `, ${remaining} left of the quota`;
    return `probing: ${sent} of at most ${budget} requests sent${left}`;
  }
  const seconds = Math.max(0, Math.ceil((progress.untilMs - nowMs) / 1000));
  const moment = new Date(progress.untilMs).toISOString().slice(11, 19);
  return `waiting until ${moment}Z (${seconds < 120 ? `${seconds} s` : inWords(seconds * 1000)}): ${oneLine(progress.why)}`;
}
