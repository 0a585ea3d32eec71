import { oneLine } from '../../src/json/one-line.js';
import { writeJson } from '../../src/json/write-json.js';
import type { Colors } from './colors.js';
import type { ReportedObservation } from './report.js';
import { cut, wrap } from './wrap.js';

const ID_WIDTH = 24;
const ANSWER_WIDTH = 26;
const NOTE_WIDTH = 40;
/** The whole answer stands in the JSON and on the page. */
const MOST_LINES = 3;

/** How the deployment answers what the document leaves open, as a table. */
export function observationTable(observations: readonly ReportedObservation[], colors: Colors): string[] {
  if (observations.length === 0) return [];
  return [colors.bold('What the document leaves open'), ...observations.flatMap((each) => rowLines(each, colors))];
}

function rowLines({ id, answer, note }: ReportedObservation, { dim }: Colors): string[] {
  const ids = [id];
  const answers = wrap(cut(answerText(answer), ANSWER_WIDTH * MOST_LINES), ANSWER_WIDTH);
  const notes = wrap(cut(oneLine(note), NOTE_WIDTH * MOST_LINES), NOTE_WIDTH);
  const height = Math.max(answers.length, notes.length);
  return Array.from({ length: height }, (_, line) => {
    const [first, second, third] = [ids, answers, notes].map((cells) => cells[line] ?? '');
    return `  ${(first ?? '').padEnd(ID_WIDTH)}  ${(second ?? '').padEnd(ANSWER_WIDTH)}  ${dim(third ?? '')}`;
  });
}

/** `–` where no answer was seen. */
export function answerText(answer: ReportedObservation['answer']): string {
  if (answer === null) return '–';
  return oneLine(typeof answer === 'string' ? answer : writeJson(answer));
}
