import { misplacedKeys } from '../../src/exchange/exchange.js';
import { operationIds } from '../../src/spec/operations.js';
import { planNames } from '../../src/spec/plans.js';
import { arrayOf, object, openObject } from '../../src/spec/schema-builders.js';
import { schemas } from '../../src/spec/schemas.js';
import { LAST_MOMENT_MS } from '../clock.js';

const text = { type: 'string' } as const;
const integer = { type: 'integer' } as const;
const anObject = { type: 'object' } as const;
const refTo = <const Name extends string>(name: Name) => ({ $ref: `#/$defs/${name}` }) as const;
const count = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
const moment = { type: 'number', minimum: 0, maximum: LAST_MOMENT_MS } as const;
const seed = { type: 'integer', minimum: 0, maximum: 4_294_967_295 } as const;
const yes = { const: true } as const;
const pseudonym = { type: 'string', pattern: '^key#[1-9]\\d{0,8}$' } as const;
const token = { type: 'string', pattern: '^[A-Za-z0-9._~+/-]+=*$' } as const;

const fixedWindow = object({ startMs: moment, spent: count, rejected: count });
const slidingWindow = object(
  { moments: arrayOf(object({ atMs: moment, count: { ...count, minimum: 1 } })) },
  { rejections: refTo('fixed') },
);
const usage = object(
  {},
  { minute: refTo('window'), day: refTo('window'), ban: object({ fromMs: moment, untilMs: moment }) },
);

const key = object(
  { alias: pseudonym, plan: { enum: planNames } },
  {
    key: token,
    ownKey: { ...count, minimum: 1 },
    isDeleted: yes,
    isRevoked: yes,
    expiresAtMs: moment,
    usage: refTo('usage'),
  },
);

const fault = object(
  {
    id: { type: 'string', pattern: '^[1-9]\\d{0,15}$' },
    isNext: { type: 'boolean' },
    target: text,
    fault: anObject,
    probability: { type: 'number' },
    seed,
    twin: count,
    seen: count,
    met: count,
  },
  { key: pseudonym, times: { ...count, minimum: 1 } },
);

const headers = arrayOf({ ...arrayOf(text), minItems: 2, maxItems: 2 });
/** Returns a schema of objects of a few kinds, each with the fields that it needs. */
const kinds = <const Fields extends Record<string, object>>(
  needs: Readonly<Record<string, readonly (keyof Fields & string)[]>>,
  fields: Fields,
) => ({
  ...openObject({ kind: { enum: Object.keys(needs) } }, fields),
  allOf: Object.entries(needs).map(([kind, required]) => ({
    if: { properties: { kind: { const: kind } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { required },
  })),
});
const credential = kinds(
  { none: [], bearer: ['name', 'standing'], misplaced: ['name', 'where'], unknown: [] },
  { name: text, standing: { enum: ['given', 'made-up', 'unknown'] }, where: { enum: Object.keys(misplacedKeys) } },
);
const body = kinds(
  { empty: [], text: ['text'], binary: ['bytes'], missing: ['why'] },
  { text, bytes: count, why: text },
);
/** Not more than what every reader of an exchange relies on. */
const exchange = openObject(
  {
    number: count,
    request: openObject({ method: text, url: text, headers, credential }, { body: text }),
    startedMs: moment,
    // A delay may end after the last moment.
    endedMs: { type: 'number', minimum: 0 },
  },
  { response: openObject({ status: count, headers, body }), failure: text },
);
const line = object(
  {
    number: count,
    startedMs: moment,
    method: text,
    target: text,
    delayMs: { type: 'number', minimum: 0 },
    assumed: arrayOf(text),
  },
  {
    operation: { enum: operationIds },
    keyAlias: text,
    status: count,
    limits: object({ limit: integer, remaining: integer, resetSeconds: integer }),
    cut: { enum: ['reset', 'truncated', 'left'] },
    faultId: text,
    replayOf: count,
  },
);

const state = object(
  {
    format: { const: 'petstore-mock-state' },
    version: { const: 1 },
    takenAtMs: moment,
    clock: object({
      baseMs: moment,
      anchorMs: { type: 'number' },
      scale: { type: 'number', minimum: 0, maximum: 86_400 },
    }),
    behaviour: anObject,
    seed,
    store: object({ pets: { ...count, maximum: 1_000_000 }, seed, fits: anObject }, { fixture: text }),
    stock: arrayOf(
      object({
        petId: { type: 'string', pattern: '^(?:0|-?[1-9]\\d{0,18})$' },
        quantity: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
        status: schemas.PetStatus,
      }),
    ),
    messages: object({ count, sent: arrayOf(schemas.Message) }),
    accounts: object({
      aliases: count,
      firstKeys: count,
      minted: count,
      keys: arrayOf(key),
      addresses: arrayOf(object({ address: text, usage: refTo('usage') })),
    }),
    faults: object({ ids: count, active: { ...arrayOf(fault), maxItems: 1_000 } }),
  },
  {
    imitation: object({
      profile: anObject,
      latency: { type: 'boolean' },
      responded: count,
    }),
    journal: object({
      latest: count,
      dropped: count,
      unlogged: count,
      secrets: count,
      entries: arrayOf(object({ exchange, line })),
    }),
  },
);

/** A state file. What has a parser of its own, such as the behaviour, is an object here. */
export const stateSchema = {
  ...state,
  $defs: { usage, fixed: fixedWindow, window: { anyOf: [refTo('fixed'), slidingWindow] } },
};
