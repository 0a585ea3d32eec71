import { isLosslessNumber } from 'lossless-json';
import { isObject, parseInt64, readJson } from './json.js';
import type { Call, Problem } from './steps.js';
import type { Traits } from './traits.js';

/** A member of a body. */
export interface Member {
  /** An int64 or a text; undefined for everything else. */
  readonly value: bigint | string | undefined;
  readonly json: string;
}

const MARK = '\uFEFF';

/** Returns the members of a body, or why it is rejected. */
export function readMembers(call: Call): Problem | { readonly members: Readonly<Record<string, Member>> } {
  const traits = { ...call.traits, ...(call.operation === 'sendMessage' ? call.traits.messageBodies : {}) };
  const { body = '' } = call.request;
  if (Buffer.byteLength(body) > traits.bytes) return { situation: 'body too large', status: 413 };
  const wrongType = typeChoice(call);
  if (wrongType !== 'ignored') return { situation: 'type wrong', status: wrongType };
  if (body === '') return { situation: 'body empty', status: 400 };
  const isMarked = body.startsWith(MARK);
  const text = isMarked ? body.slice(MARK.length) : body;
  const value =
    (isMarked && traits.byteOrderMark === 'rejected') || !isAcceptable(text, traits) ? undefined : readJson(text);
  if (value === undefined) return { situation: 'body malformed', status: 400 };
  if (!isObject(value)) return { situation: 'body not an object', status: 400 };
  return { members: Object.fromEntries(Object.entries(value).map(([name, each]) => [name, describe(each)])) };
}

/** Returns how the content type of a request is treated; `ignored` also if it is as documented. */
function typeChoice({ contentType, operation, traits }: Call): 400 | 415 | 'ignored' {
  if (contentType === 'application/json') return 'ignored';
  const choice = operation === 'updateInventory' ? traits.wrongType : traits.wrongTypeOfMessages;
  if (contentType === undefined && (operation === 'sendMessage' || choice === 'by kind')) return 400;
  return choice === 'by kind' ? 415 : choice;
}

/** Texts, and the characters that JSON is built of. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[[{\]},:]/g;

/** Returns whether a text is nested no deeper than allowed, and has no key twice if that is rejected. */
function isAcceptable(text: string, { levels, sameKeyTwice }: Traits): boolean {
  const open: Set<string>[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '[' || token === '{') open.push(new Set());
    if (open.length > levels) return false;
    if (token === ']' || token === '}') open.pop();
    if (token === ':' && sameKeyTwice === 'rejected' && open.at(-1)?.has(last)) return false;
    if (token === ':') open.at(-1)?.add(last);
    last = token;
  }
  return true;
}

function describe(value: unknown): Member {
  if (!isLosslessNumber(value)) {
    return { value: typeof value === 'string' ? value : undefined, json: JSON.stringify(value) };
  }
  const text = /^-?\d+$/.test(value.value) ? value.value : String(Number(value.value));
  return { value: parseInt64(text), json: value.value };
}
