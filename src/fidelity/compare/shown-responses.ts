import { type Exchange, headerOf } from '../../exchange/exchange.js';
import type { JsonValue } from '../../spec/json.js';
import { openQuestions, type QuestionId } from '../../spec/open-questions.js';
import { parseUrl } from '../../spec/parse-url.js';
import { oneLine } from '../../spec/quoting.js';
import type { LearnedChoice, Place, Profile } from '../profile/profile.js';
import type { ShownResponse, Side } from './comparison.js';

/**
 * Returns which exchange of each side shows a difference: the same request on both sides if there is one. Of a profile from a file,
 * only the number and the note are left.
 */
export function responsesOf(path: string, left: Side, right: Side): ShownResponse[] {
  const [ones, others] = [candidatesOf(path, left, right), candidatesOf(path, right, left)];
  const keys = others.map((other) => requestKey(other, right));
  const twin = ones.find((one) => keys.includes(requestKey(one, left)));
  const pair = { left: twin ?? ones[0], right: others[twin ? keys.indexOf(requestKey(twin, left)) : 0] };
  return (['left', 'right'] as const).flatMap((side) => {
    const { profile } = side === 'left' ? left : right;
    const exchange = pair[side];
    if (exchange !== undefined) return { side, ...shown(path, exchange) };
    const [number] = numbersFor(path, profile);
    const note = choiceOf(path, profile)?.note;
    const isTelling = note !== undefined && !note.includes(LEFT_OUT);
    return number === undefined || !isTelling ? [] : { side, exchange: number, note };
  });
}

/** What a profile has instead of the texts of a service: a note with these says little. */
const LEFT_OUT = '"…"';

function candidatesOf(path: string, side: Side, other: Side): Exchange[] {
  const { exchanges } = side;
  if (exchanges === undefined) return [];
  if (!path.startsWith('rule/')) return numbersFor(path, side.profile).flatMap((number) => exchanges.get(number) ?? []);
  const own = violationsOf(path, side).flatMap((number) => exchanges.get(number) ?? []);
  if (own.length > 0) return own;
  // What the side that passed got for the same request.
  const keys = violationsOf(path, other).flatMap((number) => {
    const exchange = other.exchanges?.get(number);
    return exchange === undefined ? [] : requestKey(exchange, other);
  });
  return [...exchanges.values()].filter((exchange) => keys.includes(requestKey(exchange, side)));
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
  const form = id === 'cache-control' ? /^cache-control$/i : (headersOfSections[section ?? ''] ?? /^allow$/i);
  return headers.filter(([name]) => form.test(name)).map(([name, value]) => short(`${name}: ${value}`));
}
