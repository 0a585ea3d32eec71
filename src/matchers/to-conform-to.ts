import { headerOf } from '../exchange/exchange.js';
import { createRedactor } from '../exchange/redactor.js';
import type { OperationId } from '../spec/operations.js';
import type { ResponseFinding } from './body-findings.js';
import { judgeResponse, type ResponseVerdict } from './judge-response.js';
import { fieldOf, isObject, type MatcherResult, requireOperation } from './matcher-input.js';
import { type ReceivedResponse, readReceived } from './received-response.js';
import { excerpt, statementLine } from './report-lines.js';

const MOST_SHOWN = 10;
const MOST_CHARACTERS = 300;

/** Judges one answer by what the document promises for an operation. Throws an InputError for what cannot be judged at all. */
export async function toConformTo(received: unknown, operation: OperationId): Promise<MatcherResult> {
  requireOperation('expect(…).toConformTo(…)', operation);
  const response = await readReceived(received);
  const verdict = judgeResponse(operation, response);
  const pass = verdict.findings.length === 0;
  const title = `expect(response)${pass ? '.not' : ''}.toConformTo('${operation}')`;
  return {
    pass,
    message: () => withoutKey([title, '', ...formatVerdict(verdict, response, operation)].join('\n'), received),
  };
}

/** A service may repeat the key in its answer. */
function withoutKey(message: string, received: unknown): string {
  const key = sentKeyOf(received);
  if (key === undefined) return message;
  const redactor = createRedactor();
  redactor.nameOf(key);
  return redactor.redact(message);
}

function formatVerdict(
  { findings, hidden }: ResponseVerdict,
  response: ReceivedResponse,
  operation: OperationId,
): string[] {
  const opening =
    findings.length === 0
      ? `The answer keeps everything that the document promises for ${operation} and that one answer can show.`
      : `The answer breaks the document in ${findings.length === 1 ? 'one place' : `${findings.length} places`}:`;
  const shown = findings.slice(0, MOST_SHOWN).flatMap((finding, index) => ['', ...formatFinding(finding, index + 1)]);
  const more = findings.length - MOST_SHOWN;
  return [
    opening,
    ...shown,
    ...(more > 0 ? ['', `… and in ${more} more`] : []),
    '',
    ...formatResponse(response),
    ...(hidden.length === 0 ? [] : ['', formatHidden(hidden)]),
  ];
}

function formatFinding({ problem, expected, received, statement, rule }: ResponseFinding, number: number): string[] {
  return [
    `${number}. ${excerpt(problem)}  (${rule})`,
    ...(expected === undefined ? [] : [`   expected  ${expected}`]),
    `   received  ${excerpt(received)}`,
    `   ${statementLine(statement)}`,
  ];
}

function formatResponse({ status, headers, body }: ReceivedResponse): string[] {
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

function formatHidden(hidden: readonly string[]): string {
  const names = hidden.join(' and ');
  return `Not judged: ${names}. The answer is of another origin, and a browser hides from a page what Access-Control-Expose-Headers does not name.`;
}

/** Returns the credential of the request, where what a test holds tells it (axios, Playwright): it must not be shown. */
function sentKeyOf(received: unknown): string | undefined {
  if (!isObject(received)) return undefined;
  const headers = [headersOf(fieldOf(received, 'config')), headersOf(requestOf(received))].filter(isObject);
  const lines = headers.flatMap((one) => Object.entries(one));
  const value = lines.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  return typeof value === 'string' ? (value.split(/\s+/).at(-1) ?? value) : undefined;
}

function requestOf(received: object): unknown {
  const request = fieldOf(received, 'request');
  return typeof request === 'function' ? request.call(received) : request;
}

function headersOf(request: unknown): unknown {
  const headers = isObject(request) ? fieldOf(request, 'headers') : undefined;
  return typeof headers === 'function' ? headers.call(request) : headers;
}
