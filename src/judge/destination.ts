import type { Exchange } from '../exchange/exchange.js';
import type { RunFacts } from '../exchange/transcript.js';
import {
  exactInteger,
  type Int64Text,
  isInt64,
  isInt64Text,
  LosslessNumber,
  validatorStandIn,
} from '../json/exact-number.js';
import { memoize } from '../json/memoize.js';
import { parseUrl } from '../json/parse-url.js';
import { matchTemplate, parseTemplate } from '../service/path-template.js';
import type { Operation, Service } from '../service/service.js';

export type Addresses = Pick<RunFacts, 'baseUrl' | 'messagesUrl'>;

/** What a request asks for, as its method and path show it. */
export interface Destination {
  /** The documented operation; undefined for any other method or path. */
  readonly operation: Operation | undefined;
  /** The parameter of the path, decoded, where the operation has one; not necessarily an integer. */
  readonly pathId: string | undefined;
  /**
   * What a service may read as the id, `pathId` first. There are several if it is spelled unusually: how a path may be spelled is open.
   */
  readonly pathIds: readonly string[];
  /** Everything in the path except the id is spelled as in the document. */
  readonly isUsualPath: boolean;
}

/** Returns the documented operation that a request asks for; undefined for any other method or path. */
export function operationOf(
  { method, url }: Pick<Exchange['request'], 'method' | 'url'>,
  addresses: Addresses,
  service: Service,
): Operation | undefined {
  const place = findPlace(url, addresses, service);
  return place && findOperation(method, place, service).operation;
}

/** Where a request goes: the segments of its path below each address of the service that it lies below. */
interface Place {
  readonly base: readonly string[] | undefined;
  readonly messages: readonly string[] | undefined;
  /** The URL has dot segments or backslashes, which the segments lack: a service may see either. */
  readonly isNormalised: boolean;
}

/**
 * Returns where a URL lies below the addresses; undefined if it lies elsewhere. What has an address of its own lies there alone: it may
 * equal the base URL or lie below it.
 */
export function findPlace(url: string, { baseUrl, messagesUrl }: Addresses, service: Service): Place | undefined {
  const address = addressOf(url);
  const below = (base: string | undefined) => {
    const start = base === undefined ? undefined : `${addressOf(base)?.replace(/\/$/, '')}/`;
    return start !== undefined && address?.startsWith(start) ? address.slice(start.length).split('/') : undefined;
  };
  const messages = below(messagesUrl);
  const isOwn = messages !== undefined && hasPath(service, messages.join('/'));
  const place = { base: isOwn ? undefined : below(baseUrl), messages: isOwn ? messages : undefined };
  if (place.base === undefined && place.messages === undefined) return undefined;
  return { ...place, isNormalised: /^[^?#]*(?:\\|\/(?:\.|%2e){1,2}(?:[/?#]|$))/i.test(url) };
}

/** Returns whether an operation at the messages URL has exactly this path. */
function hasPath(service: Service, path: string): boolean {
  return Object.values(service.operations).some((one) => one.address === 'messages' && one.path === `/${path}`);
}

/** Origin and path; undefined where a recording holds no URL. */
function addressOf(url: string): string | undefined {
  const parsed = parseUrl(url);
  return parsed && `${parsed.origin}${parsed.pathname}`;
}

const templatesOf = memoize(({ operations }: Service) =>
  Object.values(operations).map((operation) => ({ operation, template: parseTemplate(operation.path) })),
);

/** Returns the operations of a service with this path, whatever the method. `path` begins with its first segment. */
export function operationsWithPath(service: Service, path: string): Operation[] {
  return templatesOf(service).flatMap(({ operation, template }) => (matchTemplate(template, path) ? [operation] : []));
}

/** Returns what a request asks for. */
export function findOperation(method: string, place: Place, service: Service): Destination {
  for (const { operation, template } of templatesOf(service)) {
    const segments = place[operation.address];
    const parameters = operation.method === method && segments && matchTemplate(template, segments.join('/'));
    if (!parameters || segments === undefined) continue;
    const isLiteral = template.segments.every((one, index) => one.startsWith('{') || one === segments[index]);
    const at = template.segments.findIndex((one) => one.startsWith('{'));
    const pathIds = operation.pathId === undefined ? [] : idsIn(segments[at] ?? '', parameters[operation.pathId]);
    return { operation, pathId: pathIds[0], pathIds, isUsualPath: isLiteral && !place.isNormalised };
  }
  const segments = place.messages ?? place.base ?? [];
  const isUsualPath = !place.isNormalised && segments.every((segment) => UNRESERVED.test(segment));
  return { operation: undefined, pathId: undefined, pathIds: [], isUsualPath };
}

/** The characters that RFC 3986 §2.3 leaves unreserved: no service reads them in another way. */
const UNRESERVED = /^[\w.~-]*$/;

/**
 * Returns what a service may read as the id in a segment: decoded, as it was sent, or without a format (`7.json`). What is encoded
 * twice, or has a separator or a NUL in it, may leave anything.
 */
function idsIn(segment: string, decoded = segment): string[] {
  const ids = new Set([decoded, segment]);
  for (const id of ids) ids.add(id.replace(/\.[a-z]+$/i, ''));
  return /[%;/\\\0]/.test(decoded) ? [...ids, ''] : [...ids];
}

/** Whole numbers as services may spell them: `7`, `007`, `+7`, `7.0`, `7e0`, with blanks around. */
const INTEGER = /^([+-]?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;
/** Digits of another script, or in groups. */
const OTHER_DIGITS = /^[+-]?\p{Nd}+(?:_\p{Nd}+)*$/u;
const MOST_DIGITS = 40;

/** Returns the number that a spelling of an id stands for; undefined if it is not one, or its digits are of another script. */
function numberIn(id: string): LosslessNumber | undefined {
  const [, sign, whole = '', fraction, power = '0'] = INTEGER.exec(id.trim()) ?? [];
  if (whole === '' || id.length > MOST_DIGITS) return undefined;
  const digits = `${whole.replace(/^0+(?=.)/, '')}${fraction ? `.${fraction}` : ''}`;
  return new LosslessNumber(`${sign === '-' ? '-' : ''}${digits}e${power}`);
}

function integerIn(id: string): bigint | undefined {
  const number = numberIn(id);
  return number && exactInteger(number);
}

/** Returns whether an id is a number with a fraction, however long: as a double, `9007199254740993.5` has none. */
function isFraction(id: string): boolean {
  const number = numberIn(id);
  return number !== undefined && !Number.isInteger(validatorStandIn(number));
}

/**
 * Returns whether an id is certainly not an int64. Services may accept `007`, `+7`, `7.0`, `1_000` or the digits of another script; an
 * empty id is another path. A number in another base (`0x7`) is not the integer of the document.
 */
export function isNoInt64(id: string): boolean {
  const text = id.trim();
  const integer = integerIn(text);
  if (integer !== undefined) return !isInt64(integer);
  if (/^[+-]?\d+$/.test(text)) return true;
  if (OTHER_DIGITS.test(text)) return false;
  return text !== '' && (/^[+-]?0[xob]/i.test(text) || isFraction(text) || !Number.isInteger(Number(text)));
}

/** Returns the int64s that a service may read in the spellings of one id; undefined if it may be any. */
export function int64sIn(ids: readonly string[]): readonly Int64Text[] | undefined {
  const read = ids.filter((id) => !isNoInt64(id)).map(integerIn);
  const known = read.filter((integer) => integer !== undefined);
  return read.length === 0 || known.length < read.length ? undefined : [...new Set(known.map(String))];
}

/** Returns whether the id of a request is certainly not an int64, however a service reads its spelling. */
export function hasMalformedId({ pathIds }: Destination): boolean {
  return pathIds.length > 0 && pathIds.every(isNoInt64);
}

/** Returns the id in the path of a request; undefined without an int64 in its usual spelling. */
export function int64Of({ pathIds: [id = '', ...others] }: Destination): Int64Text | undefined {
  return others.length === 0 && isInt64Text(id) ? id : undefined;
}
