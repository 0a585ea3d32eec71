import type { MisplacedKey } from '../../src/exchange/exchange.js';
import type { Level } from '../../src/exchange/transcript.js';
import type { SuiteOptions } from '../suite.js';

/** The credential of a request. Wrong keys resemble the real one. */
export type ProbeCredential =
  | 'key'
  | 'none'
  | 'empty key'
  | 'empty header'
  | 'wrong key'
  | 'prefix of the key'
  | 'key and a character'
  | 'key with another end'
  | 'key in another case'
  | MisplacedKey;

/** Pets that stand for others like them: a service may handle them differently. Rejections are spread over them. */
const petRoles = ['sold', 'largest', 'pending', 'available', 'smallest', 'last', 'first', 'beyond 2^31'] as const;

/** Few stores have a pet `beyond 2^53`; if they do, it is one that a double takes for another. */
export type PetRole = (typeof petRoles)[number] | 'beyond 2^53';

/**
 * One request of the suite, with a name. It judges nothing. Path and body have placeholders, such as `{petId}`, for values that
 * are known only during a run.
 */
export interface Probe {
  readonly name: string;
  readonly level: Level;
  /** Sent at this level only: higher levels have a better one instead. */
  readonly onlyAt?: Level;
  readonly method: string;
  /** Below the base URL, or below the messages URL if it needs `messages`. */
  readonly path: string;
  readonly credential: ProbeCredential;
  readonly body?: string;
  /** Of the body; default `application/json`, null for none. */
  readonly contentType?: string | null;
  /** In addition to the usual ones. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** The one `Accept-Encoding`, `none` for no such header; default `gzip, br`. */
  readonly coding?: 'identity' | 'gzip' | 'none' | undefined;
  readonly why: string;
  readonly needs?: 'pet' | 'messages';
  /** Default: the pet that the seed draws. A probe about a pet that an earlier one with a role was about is omitted. */
  readonly pet?: PetRole;
  /** The pet that it is about if there is one, else the drawn one. A number spreads rejections: each role in turn, by the seed. */
  readonly prefers?: PetRole | number;
  /** Sent only if the run may change any pet ({@link isAlone}), or only if not; default: in both cases. */
  readonly where?: 'alone' | 'shared';
  /** Where nobody else writes, it is about another pet than the drawn one: each role in turn, by the seed. */
  readonly aside?: number;
  /** Sent only if the budget has room: the most valuable ones first. */
  readonly isOptional?: boolean;
  /** The cells of the table that it fills, each with its value; a cell is worth something once. */
  readonly fills?: Readonly<Record<string, number>>;
  /** The status that a conformant service returns. Each is worth seeing three times at each operation. */
  readonly expects?: number | undefined;
  /** Worth nothing without this probe, whose effect it shows. */
  readonly after?: string;
  /** Sent only if the user chose the number of requests. */
  readonly isExtra?: true;
  /** How often it is sent, at most in a search or an overrun; default 1. */
  readonly atMost?: number;
  /** Part of restoring the stock. */
  readonly isRestoring?: boolean;
}

/** Creates a probe that shows the key. `target` is its method and path: `GET /inventory`. */
export function probe(
  level: Level,
  name: string,
  target: `${string} ${string}`,
  why: string,
  rest: Partial<Probe> = {},
): Probe {
  const [method = '', path = ''] = target.split(' ');
  return { level, name, method, path, credential: 'key', why, ...rest };
}

/** A row of a table: what is sent, and how valuable it is; without a value it is always sent. */
export type Row = readonly [name: string, sent: string, value?: number];

/** Returns how valuable the probe of a row is, as a cell of its table. */
export function optional(table: string, [name, , value]: Row): Partial<Probe> {
  const fills = { [`${table}: ${name}`]: value ?? 1 };
  return value === undefined ? { fills } : { isOptional: true, fills };
}

/** An update to a quantity that is most likely allowed. */
export const UPDATE_BODY = '{"quantity":{quantity}}';
/** An update that shows most ways to store a quantity wrongly at once, as far as the service accepts it. */
export const WIDE_BODY = '{"quantity":{wide}}';

/**
 * Of each, most types that are too small keep another number; of the first, doubles too. The document sets no bounds, so a service may
 * reject the larger ones.
 */
export const WIDE_QUANTITIES = ['4611686018427388315', '2147483645', '70001'] as const;

/** Returns a role as the name of a probe has it: `beyond-53-bits`. */
export function inName(role: PetRole): string {
  return role.replace(/ 2\^(\d+)/, '-$1-bits');
}

/** What the reserve leaves of the 60 requests a minute of a Free key. */
export const USUAL_BUDGET = 46;
/** To how many pets, beside the drawn one, a run spreads rejections: until a list shows them, it keeps requests to restore each. */
const MOST_SPREAD = 5;
/** The same if a run has less than twice the usual requests. */
const SPREAD_OF_SMALL_BUDGET = 3;

/** Returns the role of the pet that a probe prefers in a run; undefined if it is for the drawn pet. */
export function preferredRole(
  { prefers }: Probe,
  {
    seed,
    petId,
    isExclusive,
    maxRequests = USUAL_BUDGET,
  }: Pick<SuiteOptions, 'seed' | 'petId' | 'isExclusive' | 'maxRequests'>,
): PetRole | undefined {
  if (prefers === undefined || petId !== undefined) return undefined;
  if (typeof prefers === 'string') return prefers;
  // Where others may write, a pet that they change meanwhile could not be restored.
  if (!isExclusive) return undefined;
  if (maxRequests < USUAL_BUDGET) return undefined;
  return roleInTurn(prefers % (maxRequests > 2 * USUAL_BUDGET ? MOST_SPREAD : SPREAD_OF_SMALL_BUDGET), seed);
}

/** Returns the role of a number; another seed begins with another one. */
export function roleInTurn(number: number, seed: number): PetRole {
  return petRoles[(number + Math.abs(Math.trunc(seed))) % petRoles.length] ?? petRoles[0];
}

/** Returns whether the run may change any pet: nobody else writes to the store, and the user named none. */
export function isAlone({ isExclusive, petId }: Partial<Pick<SuiteOptions, 'isExclusive' | 'petId'>>): boolean {
  return isExclusive === true && petId === undefined;
}

/** Returns whether a probe could change a listed pet, so that the restore log is written first. */
export function isPetWrite({ method, path }: Probe): boolean {
  return method === 'PATCH' && path.includes('{petId');
}

/** Returns whether a probe asks for the list, which shows the effect of all that precede it. */
export function isStockList({ method, path, credential }: Probe): boolean {
  return `${method} ${path}` === 'GET /inventory' && credential === 'key';
}

/** The values of placeholders such as `{petId}`, known only during a run. */
export interface ProbeValues {
  /** The pet that was drawn; 1 without one. */
  readonly petId: string;
  /** The same in hexadecimal digits. */
  readonly petIdInHex: string;
  /** Other ids, of which integers that are too small keep the pet's. */
  readonly petIdBeyondInt: string;
  readonly petIdBeyondLong: string;
  /** Another id that a double cannot tell from the pet's; the pet's if there is none. */
  readonly petIdNearby: string;
  /** Its quantity before the run, as JSON. */
  readonly original: string;
  /** A quantity that another pet has, as JSON; if there is no other, a larger one. */
  readonly quantity: string;
  /** A third quantity, for what must be rejected; one that a pet has, if any. */
  readonly spare: string;
  /** The same as `quantity`, or, where nobody else writes, one of which a type that is too small keeps a part. */
  readonly wide: string;
  /** Beyond 32 bits. */
  readonly largeQuantity: string;
  /** An int64 that no pet has. */
  readonly unlistedId: string;
  /** A text that is easily corrupted, as JSON. */
  readonly message: string;
}

/** Replaces placeholders by their values. */
export function fillTemplate(template: string, values: ProbeValues): string {
  return template.replace(/\{([a-zA-Z]+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? values[name as keyof ProbeValues] : placeholder,
  );
}
