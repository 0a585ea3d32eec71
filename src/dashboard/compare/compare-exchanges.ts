import type { RequestDetail } from '../../admin/schemas/requests.js';
import { JsonError, type JsonValue, parseJson } from '../../spec/json.js';
import { momentOf } from '../parts/shown-time.js';
import { type HeaderPairs, missingRequestBody, missingResponseBody } from '../requests/exchange-text.js';
import { type ComparedLine, compareJson } from './compare-json.js';

/** A line with its name: `Status`, or that of a header. Lines of bodies have none. */
export interface ComparedRow extends ComparedLine {
  readonly name?: string;
}

export interface ComparedPart {
  readonly title: string;
  readonly rows: readonly ComparedRow[];
}

/** Compares two exchanges part by part. */
export function compareExchanges(left: RequestDetail, right: RequestDetail): ComparedPart[] {
  const facts = (of: (detail: RequestDetail) => Readonly<Record<string, string>>) => {
    const [one, other] = [of(left), of(right)];
    return Object.keys(one).map((name) => row(one[name], other[name], name));
  };
  return [
    { title: 'Request', rows: facts(requestFacts) },
    { title: 'Request headers', rows: compareHeaders(left.request.headers, right.request.headers) },
    { title: 'Request body', rows: compareBodies(requestBody(left), requestBody(right)) },
    { title: 'Response', rows: facts(responseFacts) },
    {
      title: 'Response headers',
      rows: compareHeaders(left.response?.headers ?? [], right.response?.headers ?? []),
    },
    { title: 'Response body', rows: compareBodies(responseBody(left), responseBody(right)) },
  ];
}

function row(left: string | undefined, right: string | undefined, name?: string): ComparedRow {
  return { ...(name !== undefined && { name }), left, right, isSame: left === right };
}

function requestFacts({ line }: RequestDetail) {
  return { Method: line.method, Target: line.target, Key: line.key ?? 'none', Time: momentOf(line.at, true) };
}

function responseFacts({ line, failure }: RequestDetail) {
  return { Status: line.status === null ? (failure ?? 'none') : String(line.status), Delay: `${line.delayMs} ms` };
}

/** Compares headers by their names, in the order of the left ones; the second one of a name with the second one. */
function compareHeaders(left: HeaderPairs, right: HeaderPairs): ComparedRow[] {
  const rest = [...right];
  const rows = left.map(([name = '', value]) => {
    const place = rest.findIndex(([other = '']) => other.toLowerCase() === name.toLowerCase());
    const [pair] = place === -1 ? [] : rest.splice(place, 1);
    return row(value, pair?.[1], name);
  });
  return [...rows, ...rest.map(([name = '', value]) => row(undefined, value, name))];
}

interface Body {
  readonly text: string | null;
  /** Shown without a text. */
  readonly placeholder: string;
}

function requestBody({ request }: RequestDetail): Body {
  return { text: request.body, placeholder: missingRequestBody(request) };
}

function responseBody({ response, failure }: RequestDetail): Body {
  if (response === null) return { text: null, placeholder: failure ?? 'No response arrived.' };
  return { text: response.body, placeholder: missingResponseBody(response) };
}

function compareBodies(left: Body, right: Body): ComparedRow[] {
  const [one, other] = [jsonOf(left), jsonOf(right)];
  if (one !== undefined && other !== undefined) return compareJson(one, other);
  const [lines, others] = [left, right].map(({ text, placeholder }) => (text || placeholder).split('\n')) as [
    string[],
    string[],
  ];
  return Array.from({ length: Math.max(lines.length, others.length) }, (_, at) => row(lines[at], others[at]));
}

/** Returns undefined for a body that is not JSON. */
function jsonOf({ text }: Body): JsonValue | undefined {
  try {
    return text === null ? undefined : parseJson(text, { duplicateKeys: 'last-wins' });
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/** Equal lines that are left out. */
export interface Gap {
  readonly equal: number;
}

/** Equal lines shown before and after a difference, for orientation. */
const AROUND = 3;

/** Leaves out equal lines that are far from every difference. */
export function withoutEqual(rows: readonly ComparedRow[]): (ComparedRow | Gap)[] {
  const isNear = new Uint8Array(rows.length);
  for (const [at, { isSame }] of rows.entries()) {
    if (!isSame) isNear.fill(1, Math.max(0, at - AROUND), at + AROUND + 1);
  }
  const shown: (ComparedRow | Gap)[] = [];
  let equal = 0;
  for (const [at, one] of rows.entries()) {
    if (isNear[at] === 0) equal++;
    else {
      if (equal > 0) shown.push({ equal });
      equal = 0;
      shown.push(one);
    }
  }
  if (equal > 0) shown.push({ equal });
  return shown;
}
