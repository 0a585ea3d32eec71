import { type Exchange, headerOf } from '../../exchange/exchange.js';
import type { JsonValue } from '../../spec/json.js';
import { openQuestions, type QuestionId } from '../../spec/open-questions.js';
import { parseUrl } from '../../spec/parse-url.js';
import { oneLine } from '../../spec/quoting.js';
import type { LearnedChoice, Place, Profile } from '../profile/profile.js';
import { parseExchangeLine, requestLine } from '../profile/request-line.js';
import type { ShownResponse, Side } from './comparison.js';

/**
 * Returns which exchange of each side shows a difference: the same request on both sides if there is one. Of a profile from a file,
 * only the request without ids and bodies, the status and the note are left.
 */
export function responsesOf(path: string, left: Side, right: Side): ShownResponse[] {
  // A file holds less of a request than an exchange.
  const keyOf = [left, right].some(({ exchanges }) => exchanges === undefined) ? lineKey : requestKey;
  const [ones, others] = [candidatesOf(path, left, right, keyOf), candidatesOf(path, right, left, keyOf)];
  const twin = ones.find(({ key }) => key !== undefined && others.some((other) => other.key === key));
  const pair = { left: twin ?? ones[0], right: others.find(({ key }) => twin && key === twin.key) ?? others[0] };
  return (['left', 'right'] as const).flatMap((side) => {
    const { profile } = side === 'left' ? left : right;
    const { number, exchange, line } = pair[side] ?? {};
    if (exchange !== undefined) return { side, ...shown(path, exchange) };
    const note = choiceOf(path, profile)?.note;
    const isTelling = note !== undefined && !note.includes(LEFT_OUT);
    if (number === undefined || (line === undefined && !isTelling)) return [];
    return { side, exchange: number, ...(isTelling && { note }), ...(line !== undefined && parseExchangeLine(line)) };
  });
}

/** What a profile has instead of the texts of a service: a note with these says little. */
const LEFT_OUT = '"…"';

interface Candidate {
  readonly number: number;
  /** Equal for requests that are the same one; undefined if the request is unknown. */
  readonly key?: string;
  readonly exchange?: Exchange;
  /** What a profile from a file has of it. */
  readonly line?: string | undefined;
}

type KeyOf = (exchange: Exchange, side: Side) => string;

function candidatesOf(path: string, side: Side, other: Side, keyOf: KeyOf): Candidate[] {
  const { exchanges, profile } = side;
  if (exchanges === undefined) return candidatesInFile(path, profile, other);
  const candidate = (exchange: Exchange) => ({ number: exchange.number, key: keyOf(exchange, side), exchange });
  const known = (numbers: readonly number[]) => numbers.flatMap((number) => exchanges.get(number) ?? []).map(candidate);
  if (!path.startsWith('rule/')) return known(numbersFor(path, profile));
  const own = known(violationsOf(path, side));
  if (own.length > 0) return own;
  // What the side that passed got for the same request.
  const keys = keysOfViolations(path, other, keyOf);
  return [...exchanges.values()].map(candidate).filter(({ key }) => keys.includes(key));
}

function candidatesInFile(path: string, { exchanges: lines = {}, ...profile }: Profile, other: Side): Candidate[] {
  const candidate = (number: number): Candidate => {
    const line = lines[number];
    return { number, ...(line !== undefined && { line, key: parseExchangeLine(line).request }) };
  };
  if (!path.startsWith('rule/')) return numbersFor(path, profile).map(candidate);
  const keys = keysOfViolations(path, other, lineKey);
  const all = Object.keys(lines).map((number) => candidate(Number(number)));
  return all.filter(({ key = '' }) => keys.includes(key));
}

function keysOfViolations(path: string, side: Side, keyOf: KeyOf): string[] {
  return violationsOf(path, side).flatMap((number) => {
    const exchange = side.exchanges?.get(number);
    return exchange === undefined ? [] : keyOf(exchange, side);
  });
}

function lineKey(exchange: Exchange, { profile: { source } }: Side): string {
  return requestLine(exchange, source.baseUrl);
}

function violationsOf(path: string, { violations }: Side): number[] {
  return (violations?.get(path.slice('rule/'.length)) ?? []).map(({ number }) => number);
}

/** Returns the numbers of the exchanges that show a fact. */
function numbersFor(path: string, profile: Profile): readonly number[] {
  const [kind, one = '', other = ''] = path.split('/');
  if (kind === 'limit') return profile.limit.exchanges;
  if (kind === 'response') return profile.responses[`${one} ${other}` as Place]?.exchanges ?? [];
  const learned = choiceOf(path, profile);
  // A situation at one operation may have the evidence of the situation.
  const names = [other, other.slice(other.indexOf(' ') + 1)];
  return names.flatMap((name) => learned?.members?.[name] ?? [])[0]?.exchanges ?? learned?.exchanges ?? [];
}

function choiceOf(path: string, { questions }: Profile): LearnedChoice<JsonValue> | undefined {
  const id = questionOf(path);
  return id && (questions[id] as LearnedChoice<JsonValue> | undefined);
}

function questionOf(path: string): QuestionId | undefined {
  const [kind, id = ''] = path.split('/');
  return kind === 'question' && Object.hasOwn(openQuestions, id) ? (id as QuestionId) : undefined;
}

/** What makes requests to two deployments the same one: not the address, the key or the body. */
function requestKey({ request }: Exchange, { profile: { source } }: Side): string {
  const { method, url, credential, headers } = request;
  const path = url.startsWith(`${source.baseUrl}/`) ? url.slice(source.baseUrl.length) : url;
  const how = 'standing' in credential ? credential.standing : 'where' in credential ? credential.where : '';
  return JSON.stringify([method, path, credential.kind, how, headerOf(headers, 'content-type')]);
}

const MOST_CHARACTERS = 160;

function shown(path: string, { number, request, response }: Exchange): Omit<ShownResponse, 'side'> {
  const { method, url, headers, body } = request;
  const { pathname = '', search = '' } = parseUrl(url) ?? {};
  const type = headerOf(headers, 'content-type');
  const sent = [type, body && short(body)].filter((part) => part !== undefined && part !== '').join(' ');
  return {
    exchange: number,
    request: short(`${method} ${pathname}${search}`),
    ...(sent !== '' && { sent }),
    status: response?.status ?? null,
    headers: response === undefined ? [] : headersFor(path, response.headers),
    ...(response?.body.kind === 'text' && { body: short(response.body.text) }),
  };
}

function short(text: string): string {
  return oneLine(text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text);
}

/** Which headers matter for the questions of a section. */
const headersOfSections: Readonly<Record<string, RegExp>> = {
  5: /^www-authenticate$/i,
  8: /^(?:(?:x-)?ratelimit(?:-.*)?|retry-after)$/i,
  9: /^(?:deprecation|sunset|link)$/i,
};

/** Returns the headers that a difference is about, each with its value; one that it names may be absent. */
function headersFor(path: string, headers: Exchange['request']['headers']): string[] {
  const [, named] = /^response\/[^/]+\/[^/]+\/header\/(.+)$/s.exec(path) ?? [];
  if (named !== undefined) {
    const value = headerOf(headers, named);
    return [value === undefined ? `no ${oneLine(named)}` : short(`${named}: ${value}`)];
  }
  const id = questionOf(path);
  const section = path.startsWith('limit/') ? '8' : id && openQuestions[id].section.split('.')[0];
  const form = headersOfSections[section ?? ''] ?? /^allow$/i;
  return headers.filter(([name]) => form.test(name)).map(([name, value]) => short(`${name}: ${value}`));
}
