import type { HeaderList, MisplacedKey } from '../../src/exchange/exchange.js';
import type { Level } from '../../src/exchange/transcript.js';

type MistakenKeyName = `mistaken key ${number}`;

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
  /** What programs send by mistake; the seed draws which is which. */
  | MistakenKeyName
  | 'cookie of the service'
  | MisplacedKey;

/** How a client differs from the suite in what the document does not mention. */
export interface Client {
  /** Instead of the usual ones of these names, or in addition. */
  readonly headers?: HeaderList;
  /** The usual headers that it does not send. */
  readonly omits?: readonly ('Accept' | 'User-Agent')[];
  /** It writes header names in lower case, as HTTP/2 does. */
  readonly isInLowerCase?: true;
}

/** Pets that stand for others like them: a service may handle them differently. */
const kindsInTurn = ['sold', 'largest', 'pending', 'available', 'smallest', 'last', 'first', 'beyond 2^31'] as const;

/** Few stores have a pet `beyond 2^53`; if they do, it is one that a double takes for another. `of the same quantity`: that has what the drawn pet gets. */
export type PetKind = (typeof kindsInTurn)[number] | 'beyond 2^53' | 'of the same quantity';

/** One request of the suite. Path and body have placeholders, such as `{petId}`, for values that are known only during a run. */
export interface Probe {
  readonly name: string;
  readonly level: Level;
  /** Its place in the plan: a run sends the lowest first, until the budget ends. */
  readonly turn: number;
  /** Sent only after this probe, which it is about. */
  readonly after?: string;
  /** Sent at this level only: higher levels have a better one instead. */
  readonly onlyAt?: Level;
  /** Sent only if the run may change any pet ({@link isAlone}), or only if not; default: in both cases. */
  readonly where?: 'alone' | 'shared';
  /** Sent at the same time as its neighbours in the plan with the same word here, {@link MOST_TOGETHER} at most: `reads`. */
  readonly together?: string;
  readonly method: string;
  /** Below the base URL, or below the messages URL if it needs `messages`. */
  readonly path: string;
  readonly credential: ProbeCredential;
  readonly body?: string;
  /** Of the body; default `application/json`, null for none. */
  readonly contentType?: string | null;
  /** In addition to the usual ones. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** How it is sent, if not as usual. */
  readonly client?: Client | undefined;
  /** The one `Accept-Encoding`, `none` for no such header; default `gzip, br`. */
  readonly coding?: 'identity' | 'gzip' | 'none' | undefined;
  /** It has a connection of its own, where what others keep to themselves is not known. */
  readonly connection?: 'new';
  readonly why: string;
  /** `full page`: the list is as long as a page usually is, so that it may not be all. */
  readonly needs?: 'pet' | 'messages' | 'full page';
  /** Not the drawn pet, but one of this kind; omitted if there is none, or an earlier probe was about it. */
  readonly pet?: PetKind;
  /** The pet of this kind if there is one, else the drawn pet. A number: where nobody else writes, each kind in turn, by the seed. */
  readonly prefers?: PetKind | number;
  /** Another pet than the drawn one, each kind in turn, by the seed: one that a list has shown since it was changed. */
  readonly another?: number;
  /** The status that a conformant service returns; undefined: it has a choice. */
  readonly expects?: number | undefined;
  /** The rule that it is for: a run of other rules leaves it out. */
  readonly judgedBy?: string | undefined;
  /** It shows the choice of an open question, for a profile. */
  readonly observes?: true;
  /** How often it is sent, at most in a search or an overrun; default 1. */
  readonly atMost?: number;
}

/** Creates a probe that shows the key. `target` is its method and path: `GET /inventory`. */
export function probe(
  level: Level,
  turn: number,
  name: string,
  target: `${string} ${string}`,
  why: string,
  rest: Partial<Probe> = {},
): Probe {
  const [method = '', path = ''] = target.split(' ');
  return { level, turn, name, method, path, credential: 'key', why, ...rest };
}

/** Short enough to be no load, and yet requests that share what they should not meet each other. */
export const MOST_TOGETHER = 4;

/** Returns the probes of a plan, those that are sent at the same time in one group. */
export function inGroups(plan: readonly Probe[]): Probe[][] {
  const groups: Probe[][] = [];
  for (const probe of plan) {
    const group = groups.at(-1);
    const isTogether = probe.together !== undefined && probe.together === group?.[0]?.together;
    if (isTogether && group.length < MOST_TOGETHER) group.push(probe);
    else groups.push([probe]);
  }
  return groups;
}

/** A row of a table: what is sent, at which turn, and the end of the id of the rule that judges it, if it is not the name. */
export type Row = readonly [turn: number, name: string, sent: string, judgedBy?: string];

/** What may be sent of an operation without a good key: at `read` it would change nothing if it were accepted. */
export interface KeyTarget extends Partial<Pick<Probe, 'onlyAt' | 'body' | 'needs' | 'path' | 'client' | 'together'>> {
  readonly name: string;
  readonly level: 'read' | 'write';
}

/** An update that restores a pet, and the list that shows it. */
export type Restoring = readonly [update: Probe, check: Probe];

export interface OperationProbes {
  readonly probes: readonly Probe[];
  readonly restoring?: Restoring;
  /** Default: its own request, or, of an operation that changes something, one that names no pet. */
  readonly keyTargets?: readonly KeyTarget[];
}

/** An update to a quantity that is most likely allowed. */
export const UPDATE_BODY = '{"quantity":{quantity}}';
export const ORIGINAL_BODY = '{"quantity":{original}}';
/** An update that shows most ways to store a quantity wrongly at once, as far as the service accepts it. */
export const WIDE_BODY = '{"quantity":{wide}}';

/** Types that are too small keep another number of each; doubles, of the first. A service may reject the larger ones. */
export const WIDE_QUANTITIES = ['4611686018427388315', '4294969299', '2147483645', '70001'] as const;

export function inName(kind: PetKind): string {
  return kind.replace(/ 2\^(\d+)/, '-$1-bits').replaceAll(' ', '-');
}

export function kindInTurn(number: number, seed: number): PetKind {
  return kindsInTurn[(number + Math.abs(Math.trunc(seed))) % kindsInTurn.length] ?? kindsInTurn[0];
}

/** Returns whether the run may change any pet: nobody else writes to the store, and the user named none. */
export function isAlone({ isExclusive, petId }: { isExclusive: boolean; petId: string | undefined }): boolean {
  return isExclusive && petId === undefined;
}

/** Returns whether a probe could change a listed pet, so that the restore log is written first. */
export function isPetWrite({ method, path }: Probe): boolean {
  return method === 'PATCH' && path.includes('{petId');
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
  readonly original: string;
  /** Of the pet, and another one. */
  readonly status: string;
  readonly otherStatus: string;
  /** A quantity that another pet has, as JSON; if there is no other, a larger one. */
  readonly quantity: string;
  /** The other pet that has it, or had it; the pet itself if there is none. */
  readonly donorId: string;
  readonly donorQuantity: string;
  /** A third quantity, for what must be rejected; one that a pet has, if any. */
  readonly spare: string;
  /** The same as `quantity`, or, where nobody else writes, one of which a type that is too small keeps a part. */
  readonly wide: string;
  /** Beyond 32 bits. */
  readonly largeQuantity: string;
  /** An int64 that no pet has. */
  readonly unlistedId: string;
  /** The largest id in the list, and one. */
  readonly nextId: string;
  /** A text that is easily corrupted, as JSON. */
  readonly message: string;
  /** Bodies that only some parsers take for JSON, drawn one by one. */
  readonly laxUpdate: string;
  readonly laxMessage: string;
  /** More than arrives with the headers: a service that rejects the request may not read it all. */
  readonly blanks: string;
}

export function fillTemplate(template: string, values: ProbeValues): string {
  return template.replace(/\{([a-zA-Z]+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? fillTemplate(values[name as keyof ProbeValues], values) : placeholder,
  );
}
