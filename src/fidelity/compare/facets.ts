import { LosslessNumber } from '../../json/exact-number.js';
import { isJsonObject, type JsonValue } from '../../json/json.js';
import { parseUrl } from '../../json/parse-url.js';
import type { Reading } from '../../judge/reading.js';
import { isServedAsSeen } from '../learn/allowed-forms.js';
import { maySeemConstant } from '../learn/learn-responses.js';
import { formatOf } from '../profile/infer-shape.js';
import { isHeaderLeftOut, isNeverImitated } from '../profile/not-imitated.js';

/** What a response is compared by: `status`, `body`, `header/server`, `error/message`, `field/items/id`, each as one text. */
export type Facets = ReadonlyMap<string, string>;

/** Returns what another response to the same request should have, too. Records and moments are left out: of fields only their form is compared. */
export function facetsOf(reading: Reading, baseUrl: string, isFake: boolean): Facets {
  const { exchange, received, status = 0 } = reading;
  const origin = parseUrl(baseUrl)?.origin ?? baseUrl;
  const withoutAddress = (text: string) => text.replaceAll(baseUrl, '{base_url}').replaceAll(origin, '{origin}');
  const facets = new Map([
    ['status', String(status)],
    ['body', received.kind],
  ]);
  for (const [written] of reading.mayHideHeaders ? [] : (exchange.response?.headers ?? [])) {
    const name = written.toLowerCase();
    const isOwn = (isHeaderLeftOut(name) && !DESCRIBED.test(name)) || (isFake && isNeverImitated(name));
    if (isOwn || OF_CACHES.test(name)) continue;
    const value = withoutAddress(reading.header(name) ?? '');
    facets.set(`header/${name}`, name === RESET ? windowOf(Number(value), reading) : headerFacet(name, value));
  }
  // A code is of the service, whatever digits it has.
  const errorText = (text: string, path: string) =>
    path === 'error/code' ? text : withoutMoment(withoutAddress(text));
  const isError = status >= 400;
  if (received.kind === 'json')
    addLeaves(received.value, isError ? 'error' : 'field', facets, isError ? errorText : formOfText);
  return facets;
}

/** The document, a question or an RFC is about these. */
const DESCRIBED =
  /^(?:allow|content-encoding|www-authenticate|deprecation|sunset|link|ratelimit-policy|x-ratelimit-.*)$/;
const OF_CACHES = /^(?:age|alt-svc|cache-status|x-cache.*|x-served-by|x-timer|last-modified|expires)$/;
const BY_PRESENCE = /^(?:etag|set-cookie2?|location|content-location|x-ratelimit-(?:limit|remaining))$/;

const RESET = 'x-ratelimit-reset';
const SKEW_SECONDS = 10;

/** Returns how far away Reset is, as the unit of its window. */
function windowOf(resetSeconds: number, { respondedMs }: Reading): string {
  const seconds = resetSeconds - respondedMs / 1_000 - SKEW_SECONDS;
  return `within ${seconds <= 60 ? 'a minute' : seconds <= 3_600 ? 'an hour' : 'a day'}`;
}

/** A number that is not part of a version, a setting, or all of a value. */
const OF_INSTANCE = /(?<![\d./=]|^)\d+(?![\d.])/;

/** A number that may be of an instance or a moment is not compared; that of a version is. */
function headerFacet(name: string, value: string): string {
  if (BY_PRESENCE.test(name)) return 'there';
  const isPlain = isServedAsSeen(value) && maySeemConstant(name, value) && !OF_INSTANCE.test(value);
  return isPlain || DESCRIBED.test(name) || name === 'cache-control' ? value : withoutMoment(value);
}

/** Replaces what belongs to a moment or a request: numbers, and words with digits. */
function withoutMoment(text: string): string {
  return text.replace(/[\w-]*\d[\w-]*/g, '0');
}

const WORD = /^[a-z]{3,}(?:[_-][a-z]+)*$/i;

/** Returns the form of a text; undefined for free texts. */
function formOfText(text: string): string | undefined {
  const format = formatOf(text);
  if (format === 'date-time' || /^[a-z]+[-_:]\d+$/i.test(text)) return text.replace(/\d+/g, '0');
  if (format !== undefined) return ['uuid', 'date', 'digits'].includes(format) ? format : undefined;
  const letters = WORD.test(text) && (text === text.toUpperCase() ? 'upper' : text === text.toLowerCase() && 'lower');
  return letters ? `a word in ${letters} case` : undefined;
}

function formOfNumber(token: string): string | undefined {
  return /^-?\d+(?:\.0+)?$/.test(token) ? (token.includes('.') ? '5.0' : '5') : undefined;
}

/** More of a list show nothing new. */
const MOST_ITEMS = 200;

/** Adds a facet for each text and number; the items of a list are one. It is empty where they have several forms, or none. */
function addLeaves(
  value: JsonValue,
  path: string,
  facets: Map<string, string>,
  textForm: (text: string, path: string) => string | undefined,
): void {
  if (Array.isArray(value)) {
    for (const item of value.slice(0, MOST_ITEMS)) addLeaves(item, `${path}/items`, facets, textForm);
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries<JsonValue>(value)) {
      addLeaves(member, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, facets, textForm);
    }
  } else if (typeof value === 'string' || typeof value === 'number' || value instanceof LosslessNumber) {
    const form = (typeof value === 'string' ? textForm(value, path) : formOfNumber(String(value))) ?? '';
    facets.set(path, (facets.get(path) ?? form) === form ? form : '');
  }
}
