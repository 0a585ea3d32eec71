import { isLosslessNumber, parse } from 'lossless-json';
import { type Call, isPetId } from '../faulty-services/call.js';
import type { Situation, Traits } from './traits.js';

export interface BodyProblem {
  readonly situation: Situation;
  readonly status: number;
}

/** A member of a body. */
export type Member =
  | { readonly kind: 'integer'; readonly value: bigint; readonly json: string }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'other'; readonly json: string };

const MARK = '\uFEFF';

/** Reads a body as an object, or tells what is wrong with it. */
export function readBody(
  traits: Traits,
  { request: { body = '' }, contentType }: Call,
  wrongType: Traits['wrongType'],
): BodyProblem | { readonly members: Readonly<Record<string, Member>> } {
  if (new TextEncoder().encode(body).length > traits.bytes) return { situation: 'body too large', status: 413 };
  if (contentType !== 'application/json' && wrongType !== 'ignored')
    return { situation: 'type wrong', status: wrongType };
  if (body === '') return { situation: 'body empty', status: 400 };
  const malformed = { situation: 'body malformed', status: 400 } as const;
  if (body.startsWith(MARK) && traits.byteOrderMark === 'refused') return malformed;
  const text = body.startsWith(MARK) ? body.slice(MARK.length) : body;
  if (levelsOf(text) > traits.levels) return malformed;
  const value = readJson(text);
  if (value === undefined || (traits.sameKeyTwice === 'refused' && hasKeyTwice(text))) return malformed;
  if (!isObject(value)) return { situation: 'body no object', status: 400 };
  return { members: Object.fromEntries(Object.entries(value).map(([name, each]) => [name, memberOf(each)])) };
}

/** Texts, and the signs that JSON is built of. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[[{\]},:]/g;

function levelsOf(text: string): number {
  let level = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++level);
    if (token === ']' || token === '}') level--;
  }
  return deepest;
}

/** Returns whether an object names a key twice; the parser takes note only where the values differ. */
function hasKeyTwice(text: string): boolean {
  const open: Set<string>[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '[' || token === '{') open.push(new Set());
    if (token === ']' || token === '}') open.pop();
    if (token === ':' && open.at(-1)?.has(last)) return true;
    if (token === ':') open.at(-1)?.add(last);
    last = token;
  }
  return false;
}

/** Numbers stay texts; undefined where it is not JSON. */
function readJson(text: string): unknown {
  try {
    return parse(text, undefined, { onDuplicateKey: ({ newValue }) => newValue });
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

function memberOf(value: unknown): Member {
  if (typeof value === 'string') return { kind: 'text', value };
  if (!isLosslessNumber(value)) return { kind: 'other', json: JSON.stringify(value) };
  const text = /^-?\d+$/.test(value.value) ? value.value : String(Number(value.value));
  return isPetId(text)
    ? { kind: 'integer', value: BigInt(text), json: value.value }
    : { kind: 'other', json: value.value };
}
