import { savedStockSchema } from '../../fixtures/stock.js';
import { arrayOf, object } from '../../src/json/schema-builders.js';
import { schemas } from '../../src/service/petstore.js';
import { planNames } from '../../src/service/plans.js';
import { LAST_MOMENT_MS } from '../clock.js';

const text = { type: 'string' } as const;
const anObject = { type: 'object' } as const;
const count = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
const moment = { type: 'number', minimum: 0, maximum: LAST_MOMENT_MS } as const;
const seed = { type: 'integer', minimum: 0, maximum: 4_294_967_295 } as const;
const bound = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const;
const range = object({ minimum: bound, maximum: bound });
const yes = { const: true } as const;
const pseudonym = { type: 'string', pattern: '^key#[1-9]\\d{0,8}$' } as const;
const token = { type: 'string', pattern: '^[A-Za-z0-9._~+/-]+=*$' } as const;

const requests = object({ atMs: moment, count });
const window = object({ moments: arrayOf(requests) }, { rejections: requests });
const usage = object({}, { minute: window, day: window, ban: object({ fromMs: moment, untilMs: moment }) });

const key = object(
  { alias: pseudonym, plan: { enum: planNames }, isRevoked: { type: 'boolean' } },
  {
    key: token,
    ownKey: { ...count, minimum: 1 },
    isDeleted: yes,
    expiresAtMs: moment,
    usage,
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
  { key: pseudonym, left: { ...count, minimum: 1 } },
);

/** A state file. What has a parser of its own, such as the behaviour, is an object here. */
export const stateSchema = object(
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
    store: object({ pets: { ...count, maximum: 1_000_000 }, seed, range }, { fixture: text }),
    stock: savedStockSchema,
    messages: object({ count, sent: arrayOf(schemas.Message) }),
    accounts: object({
      aliases: count,
      firstKeys: count,
      minted: count,
      keys: arrayOf(key),
      addresses: arrayOf(object({ address: text, usage })),
    }),
    faults: object({ ids: count, active: { ...arrayOf(fault), maxItems: 1_000 } }),
  },
  {
    imitation: object({
      profile: anObject,
      latency: { type: 'boolean' },
      responded: count,
    }),
  },
);
