import type { OperationId } from '../spec/operations.js';
import { createRedactor } from '../transcript/create-redactor.js';
import { headerOf } from '../transcript/exchange.js';
import type { AnswerFinding } from './answer-finding.js';
import { excerpt } from './excerpt.js';
import { type AnswerVerdict, judgeAnswer } from './judge-answer.js';
import type { MatcherResult } from './matcher-result.js';
import { type ReceivedAnswer, readReceived } from './received-answer.js';
import { requireOperation } from './require-operation.js';
import { sentKeyOf } from './sent-key.js';
import { statementLine } from './statement-line.js';

const MOST_SHOWN = 10;
const MOST_CHARACTERS = 300;

/** Judges one answer by what the document promises for an operation. Throws an InputError for what cannot be judged at all. */
export async function toConformTo(received: unknown, operation: OperationId): Promise<MatcherResult> {
  requireOperation('expect(…).toConformTo(…)', operation);
  const answer = await readReceived(received);
  const verdict = judgeAnswer(operation, answer);
  const pass = verdict.findings.length === 0;
  const title = `expect(response)${pass ? '.not' : ''}.toConformTo('${operation}')`;
  return { pass, message: () => withoutKey([title, '', ...tell(verdict, answer, operation)].join('\n'), received) };
}

/** A service may repeat the key in its answer. */
function withoutKey(message: string, received: unknown): string {
  const key = sentKeyOf(received);
  if (key === undefined) return message;
  const redactor = createRedactor();
  redactor.nameOf(key);
  return redactor.redact(message);
}

function tell({ findings, hidden }: AnswerVerdict, answer: ReceivedAnswer, operation: OperationId): string[] {
  const opening =
    findings.length === 0
      ? `The answer keeps everything that the document promises for ${operation} and that one answer can show.`
      : `The answer breaks the document in ${findings.length === 1 ? 'one place' : `${findings.length} places`}:`;
  const shown = findings.slice(0, MOST_SHOWN).flatMap((finding, index) => ['', ...tellFinding(finding, index + 1)]);
  const more = findings.length - MOST_SHOWN;
  return [
    opening,
    ...shown,
    ...(more > 0 ? ['', `… and in ${more} more`] : []),
    '',
    ...tellAnswer(answer),
    ...(hidden.length === 0 ? [] : ['', tellHidden(hidden)]),
  ];
}

function tellFinding({ problem, expected, received, statement, rule }: AnswerFinding, number: number): string[] {
  return [
    `${number}. ${excerpt(problem)}  (${rule})`,
    ...(expected === undefined ? [] : [`   expected  ${expected}`]),
    `   received  ${excerpt(received)}`,
    `   ${statementLine(statement)}`,
  ];
}

function tellAnswer({ status, headers, body }: ReceivedAnswer): string[] {
  const type = headerOf(headers, 'content-type');
  const head = `It was: ${status}, ${type === undefined ? 'without a content type' : excerpt(type)}`;
  switch (body.kind) {
    case 'text':
      return [`${head}, ${body.text.length} characters`, `  ${excerpt(body.text, MOST_CHARACTERS)}`];
    case 'binary':
      return [`${head}, ${body.bytes} bytes that are not UTF-8`];
    case 'empty':
      return [`${head}, no body`];
    case 'missing':
      return [`${head}, a body that broke off`];
  }
}

function tellHidden(hidden: readonly string[]): string {
  const names = hidden.join(' and ');
  return `Not judged: ${names}. The answer is of another origin, and a browser hides from a page what Access-Control-Expose-Headers does not name.`;
}
