import { isIso8601, parseHttpDate } from '../../json/dates.js';
import { isJsonObject, type JsonValue } from '../../json/json.js';
import { parseUrl } from '../../json/parse-url.js';
import { isHeaderText } from '../../judge/observations/seen.js';
import { petstore } from '../../service/petstore.js';
import type { QuestionId } from '../../service/questions/open-questions.js';
import type { Service } from '../../service/service.js';

/** Returns a choice with its header texts in the forms that may be learned; every other choice is a word, a number, or a sample. */
export function sanitiseChoice(
  id: QuestionId,
  choice: JsonValue,
  baseUrl: string,
  service: Service = petstore,
): { readonly choice: JsonValue | undefined; readonly removed: readonly string[] } {
  if (id === 'www-authenticate') return { choice: allowedChallenge(String(choice)), removed: [] };
  if (id !== 'deprecation-headers' || !isJsonObject(choice)) return { choice, removed: [] };
  const members = Object.entries(choice).map(([name, value]) => {
    const text = String(value);
    return [name, name === 'Link' ? allowedLinks(text, baseUrl, service) : isMoment(text) ? text : undefined] as const;
  });
  const left = members.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
  const removed = members.filter(([, text]) => text === undefined).map(([name]) => name);
  return { choice: left.length === 0 ? undefined : Object.fromEntries(left), removed };
}

const SCHEMES = /^(?:Basic|Bearer|Digest|Negotiate|DPoP|ApiKey)$/i;
/** RFC 6750 §3.1. */
const ERRORS = /^(?:invalid_request|invalid_token|insufficient_scope)$/;
/** For values of the service; the names of other parameters are dropped. */
const placeholders: Readonly<Record<string, string>> = {
  realm: 'realm',
  scope: 'scope',
  error_description: 'description',
};

/** Returns a challenge with its scheme, its error, and placeholders for the rest (RFC 9110 §11.6.1). */
function allowedChallenge(text: string): string | undefined {
  if (text === 'bearer' || text === 'none') return text;
  const [, scheme = '', rest = ''] = /^([\w-]{1,20})(?:\s+(.*))?$/.exec(text) ?? [];
  if (!SCHEMES.test(scheme)) return undefined;
  const parameters = [...rest.matchAll(/([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g)];
  const kept = parameters.flatMap(([, name = '', quoted, token]) => {
    const value = allowedParameter(name.toLowerCase(), quoted ?? token ?? '');
    return value === undefined ? [] : [`${name.toLowerCase()}="${value}"`];
  });
  return kept.length === 0 ? scheme : `${scheme} ${kept.join(', ')}`;
}

function allowedParameter(name: string, value: string): string | undefined {
  if (name === 'error') return ERRORS.test(value) ? value : undefined;
  if (name === 'realm' && value === 'petstore') return value;
  return Object.hasOwn(placeholders, name) ? placeholders[name] : undefined;
}

/** A switch, a Unix time, or a date. */
function isMoment(text: string): boolean {
  return /^(?:true|\?1|@?-?\d{1,13})$/i.test(text) || parseHttpDate(text) !== undefined || isIso8601(text);
}

const RELATION = /;\s*rel\s*=\s*"?(deprecation|sunset|successor-version)"?(?![\w-])/i;
const PLACEHOLDER_TARGET = 'https://example.com/deprecation';

/** Returns links with their relation and, unless it is a path of the document, a placeholder (RFC 8288). */
function allowedLinks(text: string, baseUrl: string, service: Service): string | undefined {
  const links = text.match(/<[^>]*>(?:[^,"]|"(?:[^"\\]|\\.)*")*/g) ?? [];
  const allowed = links.map((link) => {
    const [, relation] = RELATION.exec(link.slice(link.indexOf('>'))) ?? [];
    return (
      relation &&
      `<${allowedTarget(link.slice(1, link.indexOf('>')), baseUrl, service)}>; rel="${relation.toLowerCase()}"`
    );
  });
  return allowed.length === 0 || allowed.includes(undefined) ? undefined : allowed.join(', ');
}

function allowedTarget(target: string, baseUrl: string, { operations }: Service): string {
  const base = parseUrl(baseUrl);
  const path = Object.values(operations).find((operation) => {
    const full = `${baseUrl}${operation.path}`;
    return full === target || (base !== undefined && full === `${base.origin}${target}`);
  })?.path;
  return path === undefined ? PLACEHOLDER_TARGET : target;
}

/** Switches, versions and numbers below 1,000. */
const SWITCH_OR_VERSION =
  /^(?:true|false|yes|no|on|off|none|\d{1,3}|v\d{1,3}|v?\d{1,3}(?:\.\d{1,3}){1,2}(?:-(?:alpha|beta|rc)[.\d]{0,4})?)$/i;
/** Values that policies of servers and caches have. */
const POLICY =
  /^(?:nosniff|noopen|deny|sameorigin|same-site|same-origin|cross-origin|require-corp|credentialless|unsafe-none|same-origin-allow-popups|1; mode=block|\?1|dynamic|bypass|no-referrer|no-referrer-when-downgrade|origin|origin-when-cross-origin|strict-origin|strict-origin-when-cross-origin|unsafe-url|noindex(?:, ?nofollow)?|max-age=\d{1,10}(?:; ?includeSubDomains)?(?:; ?preload)?)$/i;

export function isAllowedHeaderValue(value: string): boolean {
  return isHeaderText(value) && (SWITCH_OR_VERSION.test(value) || POLICY.test(value));
}
