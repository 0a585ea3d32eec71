import type { RequestDetail } from '../../admin/schemas/requests.js';
import { isJson } from '../../json/json.js';

export type HeaderPairs = readonly (readonly string[])[];

const NONE = 'No body.';

/** Returns why no request body is shown. The journal does not store large bodies, but their length. */
export function missingRequestBody({ headers }: RequestDetail['request']): string {
  const wasSent = headers.some(([name = '', value]) => {
    const lower = name.toLowerCase();
    return lower === 'transfer-encoding' || (lower === 'content-length' && Number(value) > 0);
  });
  return wasSent ? 'The body is too large to record.' : NONE;
}

/** Returns why no response body is shown. */
export function missingResponseBody({ missingBodyReason }: NonNullable<RequestDetail['response']>): string {
  return missingBodyReason === null ? NONE : `No body: ${missingBodyReason}.`;
}

/** Returns the label of a missing status: a fake reset the connection, a proxy may have other causes. */
export function noResponseLabel(isProxy: boolean): string {
  return isProxy ? 'none' : 'reset';
}

/** A longer text makes the page slow. */
const MOST_CHARACTERS = 100_000;

/** Returns the beginning of a long text, up to the end of a line if there is one; undefined for a text that is short enough. */
export function cutBody(text: string): string | undefined {
  if (text.length <= MOST_CHARACTERS) return undefined;
  const lineEnd = text.lastIndexOf('\n', MOST_CHARACTERS);
  return text.slice(0, lineEnd === -1 ? MOST_CHARACTERS : lineEnd);
}

/**
 * Indents JSON text. It changes only the whitespace, so a number of twenty digits stays exact. Returns undefined for text
 * that is not JSON.
 */
export function indentJson(text: string): string | undefined {
  if (!isJson(text)) return undefined;
  const pieces: string[] = [];
  let depth = 0;
  let isOpened = false;
  const breakLine = () => pieces.push('\n', '  '.repeat(depth));

  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    const isClosing = token === '}' || token === ']';
    if (isClosing) depth--;
    if (isOpened !== isClosing && (isOpened || isClosing)) breakLine();
    isOpened = token === '{' || token === '[';
    if (isOpened) depth++;
    pieces.push(token);
    if (token === ',') breakLine();
    if (token === ':') pieces.push(' ');
  }
  return pieces.join('');
}
