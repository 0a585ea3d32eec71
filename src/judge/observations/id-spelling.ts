import { type Behaviour, defaultBehaviour } from '../../spec/behaviour.js';
import { isInt64, isInt64Text } from '../../spec/exact-number.js';
import { type Evidence, objectOf, type Reading } from '../evidence.js';
import { hasMalformedId } from '../requests.js';
import { listingBefore } from '../stock-history.js';
import { distinct, ordinary, type Seen, seen, unseen } from './seen.js';

type Spelling = Behaviour['pet-id-spelling'];

/** Which spellings of an id name its pet (§4.2), by lookups of pets that the last list showed. */
export function idSpelling(evidence: Evidence): Seen {
  const lookups = ordinary(evidence).filter(({ operation }) => operation === 'getPet');
  // Where no pet is found, no spelling shows anything.
  const plain = lookups.filter((reading) => listingBefore(evidence, reading)?.stock.has(idIn(reading)));
  if (plain.length > 0 && !plain.some(({ isAccepted }) => isAccepted)) {
    return unseen('no lookup of a listed pet was accepted', plain);
  }
  const spelled = lookups.flatMap((reading) => {
    const read = readSpelling(idIn(reading));
    const isListed = listingBefore(evidence, reading)?.stock.has(read?.petId ?? '') === true;
    return read !== undefined && (isListed || read.kind === 'beyond-int64') ? [{ ...read, reading }] : [];
  });
  const choices = new Map<keyof Spelling, { readonly choice: boolean | string; readonly own: Reading[] }>();
  for (const kind of Object.keys(defaultBehaviour['pet-id-spelling']) as (keyof Spelling)[]) {
    const own = spelled.filter((each) => each.kind === kind).map(({ reading }) => reading);
    const [choice, ...others] = distinct(own.map((reading) => choiceOf(kind, reading, lookups)));
    if (choice !== undefined && others.length === 0) choices.set(kind, { choice, own });
  }
  const readings = spelled.map(({ reading }) => reading);
  if (choices.size === 0) return unseen('no lookup with another spelling of an id shows it', readings);
  const notSeen = Object.keys(defaultBehaviour['pet-id-spelling']).filter(
    (kind) => !choices.has(kind as keyof Spelling),
  );
  const shown = [...choices].map(([kind, { choice }]) => [kind, choice] as const);
  const note = shown
    .map(([kind, choice]) => `${kind}: ${choice === true ? 'names the pet' : choice || 'malformed'}`)
    .join(', ');
  const members = Object.fromEntries([...choices].map(([kind, { own }]) => [kind, own]));
  return seen(
    { ...defaultBehaviour['pet-id-spelling'], ...Object.fromEntries(shown) },
    note,
    readings,
    notSeen,
    members,
  );
}

function idIn({ exchange }: Reading): string {
  return /\/([^/?#]*)(?:[?#].*)?$/.exec(exchange.request.url)?.[1] ?? '';
}

/** Returns in which one way an id is not in plain digits, and what it stands for. */
function readSpelling(id: string): { readonly kind: keyof Spelling; readonly petId: string } | undefined {
  const decoded = /^(?:[\d-]|%(?:3\d|2d))+$/i.test(id) ? decodeURIComponent(id) : id;
  if (decoded !== id) return isInt64Text(decoded) ? { kind: 'percent-encoded', petId: decoded } : undefined;
  if (/^-?[1-9]\d{18,30}$/.test(id) && !isInt64(BigInt(id))) return { kind: 'beyond-int64', petId: id };
  const spellings = { 'leading-zeros': /^0+(\d+)$/, 'plus-sign': /^\+(\d+)$/, 'point-zero': /^(\d+)\.0+$/ } as const;
  for (const [kind, form] of Object.entries(spellings)) {
    const petId = form.exec(id)?.[1];
    if (petId !== undefined && isInt64Text(petId)) return { kind: kind as keyof Spelling, petId };
  }
  return undefined;
}

/** A number beyond int64 is malformed, or the id of no pet: then it gets what unknown pets get, and malformed ids do not. */
function choiceOf(kind: keyof Spelling, reading: Reading, lookups: readonly Reading[]): boolean | string | undefined {
  const { status } = reading;
  if (kind !== 'beyond-int64') return reading.isAccepted ? true : status === 400 || status === 404 ? false : undefined;
  if (status === 400) return 'malformed';
  const malformed = lookups.find((other) => hasMalformedId(other) && !/^[+-]?\d+$/.test(other.petId ?? ''));
  if (status !== 404 || malformed === undefined) return undefined;
  return isAlike(malformed, reading) ? 'malformed' : 'unknown';
}

function isAlike(one: Reading, other: Reading): boolean {
  const parts = ({ status, received, petId = '' }: Reading) => {
    const { code, message } = objectOf(received) ?? {};
    return JSON.stringify([status, code, String(message).replaceAll(petId, '')]);
  };
  return parts(one) === parts(other);
}
