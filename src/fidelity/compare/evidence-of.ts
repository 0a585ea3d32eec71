import { type Exchange, headerOf } from '../../exchange/exchange.js';
import type { JsonValue } from '../../json/json.js';
import { parseUrl } from '../../json/parse-url.js';
import { oneLine } from '../../json/quoting.js';
import { openQuestions, type QuestionId } from '../../service/questions/open-questions.js';
import type { LearnedChoice, Place, Profile } from '../profile/profile.js';
import type { ExplainedDifference, ShownResponse, Side } from './comparison.js';

type Evidence = Pick<ExplainedDifference, 'responses' | 'violations'>;

export function evidenceOf(path: string, left: Side, right: Side): Evidence {
  if (path.startsWith('rule/')) {
    const id = path.slice('rule/'.length);
    const violations = [...violationsOf(id, 'left', left), ...violationsOf(id, 'right', right)];
    return violations.length === 0 ? {} : { violations };
  }
  const responses = responsesOf(path, left, right);
  return responses.length === 0 ? {} : { responses };
}

/** One response with ten wrong items shows one problem. */
const MOST_PROBLEMS = 3;
const AND_MORE = / \(and so \d+ more\)$/;

function violationsOf(id: string, side: 'left' | 'right', { violations }: Side): Evidence['violations'] & object {
  const distinct = new Map<string, NonNullable<Evidence['violations']>[number]>();
  for (const one of violations?.get(id) ?? []) {
    const problem = one.problem.replace(AND_MORE, '');
    if (!distinct.has(problem)) distinct.set(problem, { side, ...one, problem });
  }
  return [...distinct.values()].slice(0, MOST_PROBLEMS);
}

/** Returns which exchange of each side shows a difference: the same probe on both sides if there is one. A profile from a file has none. */
function responsesOf(path: string, left: Side, right: Side): ShownResponse[] {
  const [ones, others] = [exchangesFor(path, left), exchangesFor(path, right)];
  const probes = others.map(({ probe }) => probe);
  const one = ones.find(({ probe }) => probe !== undefined && probes.includes(probe)) ?? ones[0];
  const other = others.find(({ probe }) => probe !== undefined && probe === one?.probe) ?? others[0];
  const pair = [['left', one] as const, ['right', other] as const];
  return pair.flatMap(([side, exchange]) => (exchange === undefined ? [] : [{ side, ...shown(path, exchange) }]));
}

/** Returns the exchanges of a side that show a difference. */
export function exchangesFor(path: string, side: Side): Exchange[] {
  const { profile, exchanges } = side;
  const [kind, name = ''] = path.split('/', 2);
  if (kind === 'request') return [...(exchanges?.values() ?? [])].filter((each) => requestNameOf(each) === name);
  return numbersFor(path, profile).flatMap((number) => exchanges?.get(number) ?? []);
}

function numbersFor(path: string, profile: Profile): readonly number[] {
  const [kind, one = '', other = ''] = path.split('/');
  if (kind === 'limit') return profile.limit.exchanges;
  if (kind === 'response') return profile.responses[`${one} ${other}` as Place]?.exchanges ?? [];
  const id = questionOf(path);
  const learned = id && (profile.questions[id] as LearnedChoice<JsonValue> | undefined);
  // A situation at one operation may have the evidence of the situation.
  const names = [other, other.slice(other.indexOf(' ') + 1)];
  return names.flatMap((name) => learned?.members?.[name] ?? [])[0]?.exchanges ?? learned?.exchanges ?? [];
}

function questionOf(path: string): QuestionId | undefined {
  const [kind, id = ''] = path.split('/');
  return kind === 'question' && Object.hasOwn(openQuestions, id) ? (id as QuestionId) : undefined;
}

/** Returns the name of a request: that of its probe, or of requests that are alike, numbers aside. */
export function requestNameOf({ probe, request }: Exchange): string {
  const { method, url, body = '', credential, headers } = request;
  if (probe !== undefined) return probe;
  const place = parseUrl(url)?.pathname.replace(/^.*?\/v\d+(?=\/)/, '') ?? '';
  const rest = [credential.kind, headerOf(headers, 'content-type'), parseUrl(url)?.search, body].filter(Boolean);
  return `${method} ${place} ${rest.join(' ')}`.trim().replace(/\d+/g, '0').replace(/\s+/g, ' ').replaceAll('/', '~1');
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

const headersOfSections: Readonly<Record<string, RegExp>> = {
  5: /^www-authenticate$/i,
  8: /^(?:(?:x-)?ratelimit(?:-.*)?|retry-after)$/i,
  9: /^(?:deprecation|sunset|link)$/i,
};

function headersFor(path: string, headers: Exchange['request']['headers']): string[] {
  const [, named] = /^(?:response\/[^/]+\/[^/]+|request\/[^/]+)\/header\/(.+)$/s.exec(path) ?? [];
  if (named !== undefined) {
    const value = headerOf(headers, named);
    return [value === undefined ? `no ${oneLine(named)}` : short(`${named}: ${value}`)];
  }
  return headers.filter(([name]) => isAboutHeader(path, name)).map(([name, value]) => short(`${name}: ${value}`));
}

/** Returns whether a question or a limit is about a header. */
export function isAboutHeader(path: string, name: string): boolean {
  const id = questionOf(path);
  const section = path.startsWith('limit/') ? '8' : id && openQuestions[id].section.split('.')[0];
  return (headersOfSections[section ?? ''] ?? /^allow$/i).test(name);
}
