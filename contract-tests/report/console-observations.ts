import { counted } from '../../src/json/counted.js';
import { oneLine } from '../../src/json/one-line.js';
import { writeJson } from '../../src/json/write-json.js';
import type { Colors } from './colors.js';
import type { ReportedObservation } from './report.js';
import { cut, wrap } from './wrap.js';

const ID_WIDTH = 24;
const TEXT_WIDTH = 68;
/** The whole of it stands in the JSON and on the page. */
const MOST_LINES = 3;

/** How the deployment answers what the document leaves open, as a table, and which of it was not seen. */
export function observationTable(observations: readonly ReportedObservation[], colors: Colors): string[] {
  const seen = observations.filter(({ exchanges }) => exchanges.length > 0);
  const unseen = observations.length - seen.length;
  if (observations.length === 0) return [];
  return [
    colors.bold('What the document leaves open'),
    ...seen.flatMap((each) => rowLines(each, colors)),
    ...(unseen === 0
      ? []
      : [`  ${colors.dim(`${counted(unseen, 'question')} more could not be seen; the reports tell why`)}`]),
  ];
}

/** The answer where it was told, then what was seen. */
function rowLines({ id, answer, note }: ReportedObservation, { dim }: Colors): string[] {
  const shorten = (text: string) => wrap(cut(text, TEXT_WIDTH * MOST_LINES), TEXT_WIDTH);
  const answers = answer === null ? [] : shorten(answerText(answer));
  const notes = shorten(oneLine(note)).map(dim);
  const isShort = answers.length === 1 && (answers[0] ?? '').length + note.length + 2 <= TEXT_WIDTH;
  const lines = isShort ? [`${answers[0]}  ${notes[0]}`] : [...answers, ...notes];
  return lines.map((line, index) => `  ${(index === 0 ? id : '').padEnd(ID_WIDTH)}  ${line}`);
}

/** `–` where no answer was seen. */
export function answerText(answer: ReportedObservation['answer']): string {
  if (answer === null) return '–';
  return oneLine(typeof answer === 'string' ? answer : writeJson(answer));
}
