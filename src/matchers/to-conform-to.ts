import { headerOf, type RecordedResponse } from '../exchange/exchange.js';
import { counted } from '../json/quoting.js';
import type { OperationId } from '../service/petstore.js';
import type { ResponseFinding, ResponseVerdict } from './judge-response.js';
import { fieldOf, isObject, type MatcherResult, requireOperation } from './matcher-input.js';
import { readReceived } from './received-response.js';
import { excerpt, statementLine } from './report-lines.js';

const MOST_SHOWN = 10;
const MOST_CHARACTERS = 300;

/** Judges a single response to an operation against the document. Throws an InputError for anything but a response. */
export async function toConformTo(received: unknown, operation: OperationId): Promise<MatcherResult> {
  requireOperation('expect(…).toConformTo(…)', operation);
  // Every test file imports the matchers, and few judge a response: the rules are loaded with the first.
  const { judgeResponse } = await import('./judge-response.js');
  const verdict = judgeResponse(operation, await readReceived(received), sentKeyOf(received));
  const pass = verdict.findings.length === 0;
  const title = `expect(response)${pass ? '.not' : ''}.toConformTo('${operation}')`;
  return {
    pass,
    message: () => [title, '', ...formatVerdict(verdict, operation)].join('\n'),
  };
}

function formatVerdict({ response, findings, hidden }: ResponseVerdict, operation: OperationId): string[] {
  const opening =
    findings.length === 0
      ? `The response conforms to the document for ${operation}, as far as a single response can show.`
      : `The response violates the document in ${counted(findings.length, 'place')}:`;
  const shown = findings.slice(0, MOST_SHOWN).flatMap((finding, index) => ['', ...formatFinding(finding, index + 1)]);
  const more = findings.length - MOST_SHOWN;
  return [
    opening,
    ...shown,
    ...(more > 0 ? ['', `… and ${more} more`] : []),
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

function formatResponse({ status, headers, body }: RecordedResponse): string[] {
  const type = headerOf(headers, 'content-type');
  const head = `Received: ${status}, ${type === undefined ? 'no content type' : excerpt(type)}`;
  switch (body.kind) {
    case 'text':
      return [`${head}, ${body.text.length} characters`, `  ${excerpt(body.text, MOST_CHARACTERS)}`];
    case 'binary':
      return [`${head}, ${body.bytes} bytes that are not UTF-8`];
    case 'empty':
      return [`${head}, no body`];
    case 'missing':
      return [`${head}, an incomplete body`];
  }
}

function formatHidden(hidden: readonly string[]): string {
  const names = hidden.join(' and ');
  return `Not judged: ${names}. In a cross-origin response, a browser hides every header that Access-Control-Expose-Headers does not list.`;
}

/** Returns the key of the request, if the response object contains it (axios, Playwright): it must not be shown. */
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
