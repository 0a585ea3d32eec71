import { counted } from '../../src/json/counted.js';
import { isJsonObject } from '../../src/json/json-value.js';
import { oneLine } from '../../src/json/one-line.js';
import { writeJson } from '../../src/json/write-json.js';
import type { Colors } from './colors.js';
import type { ReportedObservation } from './report.js';
import { cut, wrap } from './wrap.js';

const ID_WIDTH = 24;
/** Where less is left beside the ids, answers stand below them. */
const ROOM = 32;
/** The whole of it stands in the JSON and on the page. */
const MOST_LINES = 3;

/** How the deployment answers what the document leaves open, as a table, and which of it was not seen. */
export function observationTable(
  observations: readonly ReportedObservation[],
  colors: Colors,
  width: number,
): string[] {
  const seen = observations.filter(({ exchanges }) => exchanges.length > 0);
  const unseen = observations.length - seen.length;
  if (observations.length === 0) return [];
  return [
    colors.bold('What the document leaves open'),
    ...seen.flatMap((each) => rowLines(each, colors, width)),
    ...(unseen === 0
      ? []
      : wrap(`${counted(unseen, 'question')} more could not be seen; the reports tell why`, width - 4).map(
          (line) => `  ${colors.dim(line)}`,
        )),
  ];
}

/** The answer where it was told, then what was seen. */
function rowLines(observation: ReportedObservation, { dim }: Colors, width: number): string[] {
  const { id, answer, note } = observation;
  const isBeside = width - ID_WIDTH - 6 >= ROOM;
  const room = isBeside ? width - ID_WIDTH - 6 : width - 6;
  const shorten = (text: string) => wrap(cut(text, room * MOST_LINES), room);
  const answers = answer === null ? [] : shorten(answerText(observation));
  const notes = shorten(oneLine(note)).map(dim);
  const isShort = answers.length === 1 && (answers[0] ?? '').length + note.length + 2 <= room;
  const lines = isShort ? [`${answers[0]}  ${notes[0]}`] : [...answers, ...notes];
  if (!isBeside) return [`  ${id}`, ...lines.map((line) => `    ${line}`)];
  return lines.map((line, index) => `  ${(index === 0 ? id : '').padEnd(ID_WIDTH)}  ${line}`);
}

/** What was seen of an answer: members at the fake's default are left out. `–` where nothing was. */
export function answerText({ answer, unseen }: Pick<ReportedObservation, 'answer' | 'unseen'>): string {
  if (answer === null) return '–';
  if (typeof answer === 'string') return oneLine(answer);
  if (!isJsonObject(answer)) return oneLine(writeJson(answer));
  const seen = Object.entries(answer).filter(([name]) => !unseen.includes(name));
  return oneLine(writeJson(Object.fromEntries(seen)));
}
