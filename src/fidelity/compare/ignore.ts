import { rules } from '../../judge/rules/rules.js';
import { questionIds } from '../../spec/open-questions.js';
import { operationIds } from '../../spec/operations.js';
import { nearestName } from '../../spec/validation/name-hint.js';
import { type DifferenceKind, differenceKinds } from './comparison.js';

/**
 * Returns whether something is to be left out: by its kind, its id, both as `kind:id`, or, for fields and headers, by the last part
 * of its id, wherever it stands, or below the name of a family that it is of: `answers X-Region` is `successes X-Region` as well.
 * Upper and lower case are one, as they are in names of headers.
 */
export function ignoreMatcher(ignored: readonly string[]): (one: { kind: DifferenceKind; id: string }) => boolean {
  const names = new Set(ignored.map((name) => name.trim().toLowerCase()));
  return ({ kind, id }) => {
    const ids = kind === 'header' || kind === 'field' ? [id, ...widerIds(id)] : [id];
    return [kind, ...ids.flatMap((each) => [each, `${kind}:${each}`])].some((name) => names.has(name.toLowerCase()));
  };
}

/** The same member in all that its place is one of, and last by itself. */
function widerIds(id: string): string[] {
  const [where, member] = splitAtMember(id);
  return where === undefined ? [] : [...familiesOf(where).map((family) => `${family} ${member}`), member];
}

/** Of `getPet 404`, `404`, `getPet`, `errors` or `successes`. */
function familiesOf(where: string): string[] {
  const words = where.split(' ');
  const status = words.find((word) => /^\d{3}$/.test(word));
  const outcome = status === undefined ? [] : [Number(status) >= 400 ? 'errors' : 'successes'];
  return [...words, ...outcome, 'responses'];
}

interface NotIgnorable {
  readonly problem: string;
  readonly remedy: string;
}

const operations: readonly string[] = [...operationIds, 'other'];
const ruleIds: readonly string[] = rules.map(({ id }) => id);
const limits = ['plan', 'perMinute', 'perDay'];

/** All that ids can be, where there is a list of them. */
const listed: { readonly [Kind in DifferenceKind]?: readonly string[] } = {
  rule: ruleIds,
  question: questionIds,
  limit: limits,
  latency: operations,
};
const everyListed = [...differenceKinds, ...Object.values(listed).flat()];

/** Where fields and headers are told: a place, or all of one operation, of one status, of all errors, of all. */
const PLACE = new RegExp(
  `^(?:(?:${operations.join('|')})(?: [1-5]\\d\\d)?|[1-5]\\d\\d|responses|errors|successes)$`,
  'i',
);
const BODY = new RegExp(`^(?:${operations.join('|')}) [1-5]\\d\\d$`, 'i');
const FIELD = /^\//;
const HEADER = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;

/** Says why nothing that a comparison tells can be left out by such a name, and which name was probably meant; undefined where something can. */
export function whyNotIgnorable(name: string): NotIgnorable | undefined {
  const text = name.trim();
  const kind = differenceKinds.find((each) => text.toLowerCase().startsWith(`${each}:`));
  if (kind !== undefined) {
    const id = text.slice(kind.length + 1);
    return isIdOf(kind, id)
      ? undefined
      : notIgnorable(`no ${kind} can have the id`, id, listed[kind] ?? [], `${kind}:`);
  }
  const isKnown = isOneOf(differenceKinds, text) || differenceKinds.some((each) => isIdOf(each, text));
  const isWord = HEADER.test(text) && !isOneOf(everyListed, text);
  return isKnown && (!isWord || isWrittenAsHeader(text))
    ? undefined
    : notIgnorable('no difference can have that id', text, everyListed, '');
}

/** A single word may be anything, misspelled: as a header it has a capital, or a hyphen and is not nearly the id of a question. */
function isWrittenAsHeader(word: string): boolean {
  if (/^[A-Z]/.test(word)) return true;
  const nearest = nearestName(word, questionIds);
  const isNear = nearest !== undefined && Math.abs(nearest.length - word.length) <= MOST_SLIPS;
  return word.includes('-') && !isNear;
}

const MOST_SLIPS = 3;

function isIdOf(kind: DifferenceKind, id: string): boolean {
  const [where, member] = splitAtMember(id);
  switch (kind) {
    case 'response':
      return BODY.test(id);
    case 'field':
      return FIELD.test(member) && (where === undefined || PLACE.test(where));
    case 'header':
      return HEADER.test(member) && (where === undefined || PLACE.test(where));
    case 'question':
      // Of a code or a text that could not be compared: `error-messages pet-unknown`.
      return isOneOf(questionIds, id.split(' ', 1)[0] ?? '');
    default:
      return isOneOf(listed[kind] ?? [], id);
  }
}

function isOneOf(names: readonly string[], text: string): boolean {
  return names.some((name) => name.toLowerCase() === text.toLowerCase());
}

function notIgnorable(problem: string, meant: string, names: readonly string[], prefix: string): NotIgnorable {
  const nearest = nearestName(meant, names);
  if (nearest !== undefined) return { problem, remedy: `Did you mean --ignore ${prefix}${nearest}?` };
  const example = 'such as latency, error-codes, field:/traceId, header:X-Region or "errors /traceId"';
  return { problem, remedy: `Name a kind, an id as compare prints it, or both, ${example}` };
}

/** `listInventory 200 /items/sold at` is at a place, and its member a pointer, which may hold spaces. */
function splitAtMember(id: string): [where: string | undefined, member: string] {
  const at = id.startsWith('/') ? -1 : id.includes(' /') ? id.indexOf(' /') : id.lastIndexOf(' ');
  return at === -1 ? [undefined, id] : [id.slice(0, at), id.slice(at + 1)];
}
