import type { Json } from '../conformant-service/json.js';
import { plainTraits, type Situation, type Traits } from '../conformant-service/traits.js';

/** A deployment in which a run can observe a choice for every question that is observable. */
export const plainDeployment: Traits = {
  ...plainTraits,
  // No pet has a quantity that one of the deployments rejects.
  stock: plainTraits.stock.map((pet) => (pet.quantity === 0n ? { ...pet, quantity: 1n } : pet)),
  quantities: [0n, 2_147_483_647n],
  order: 'ascending',
};

/** Returns hex digits that look random and are the same in every run. */
function drawn(count: number, digits: number): string {
  let value = count * 2_654_435_761;
  let text = '';
  while (text.length < digits) {
    value = (value * 1_103_515_245 + 12_345) % 2 ** 31;
    text += value.toString(16).padStart(8, '0').slice(0, 4);
  }
  return text.slice(0, digits);
}

function uuid(count: number): string {
  const text = drawn(count, 30);
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(12, 15)}-a${text.slice(15, 18)}-${text.slice(18, 30)}`;
}

const camelCase = (situation: Situation) =>
  situation.replace(/ (\w)/g, (_space, letter: string) => letter.toUpperCase());
const snakeCase = (situation: Situation) => situation.replaceAll(' ', '_');

const javaGateway: Traits = {
  ...plainDeployment,
  windows: 'by the clock',
  retryAfter: 'date',
  strangers: 'are counted',
  error: (situation, _status, { petId }) => ({
    code: camelCase(situation),
    message: situation === 'pet unknown' ? `Pet ${petId} does not exist` : `Request rejected (${situation})`,
  }),
  challenge: { missing: 'Bearer realm="gateway"', wrong: 'Bearer realm="gateway"' },
  malformedId: 404,
  unknownFields: 'rejected',
  wrongType: 415,
  bytes: 16_384,
  messageStatus: 202,
  pet: ({ petId, status }) => ({
    id: petId,
    displayName: `Animal no. ${petId}`,
    state: status,
    owner: { id: 77, city: 'Springfield', contact: { email: 'someone@example.com', phone: null } },
    soldAt: null,
    weightKg: 4.5,
    photos: ['https://img.example.com/1.png'],
  }),
  orders: {
    content: [
      { orderId: 'o-1', lines: [{ petId: 2, count: 1 }], status: 'PLACED', placedAt: '2026-05-04T10:11:12Z' },
      { orderId: 'o-2', lines: [{ petId: 1, count: 3 }], status: 'DELIVERED', placedAt: '2026-05-05T10:11:12Z' },
    ],
    page: { size: 20, number: 0 },
  } satisfies Json,
  deprecation: [
    ['Deprecation', 'true'],
    ['Sunset', 'Wed, 01 Mar 2028 00:00:00 GMT'],
  ],
  headers: (count) => [
    ['Server', 'Jetty(12.0.3)'],
    ['X-Request-Id', uuid(count)],
  ],
};

const smallGoBinary: Traits = {
  ...plainDeployment,
  ietfFields: { policies: 'all', limits: 'described', names: ['permin', 'perday'] },
  quota: { perMinute: 300, perDay: 10_000 },
  windows: 'sliding',
  free: [400, 404, 405, 413, 415],
  error: (situation) => {
    const named = situation === 'key not bearer' ? 'key missing' : situation;
    return { code: snakeCase(named), message: named };
  },
  quantities: [-9_007_199_254_740_991n, 9_007_199_254_740_991n],
  bytes: 100_000,
  messageStatus: 201,
  areMessagesLimited: false,
  messagesBasePath: '/quickstart',
  pet: ({ petId, quantity, status }) => ({
    data: { pet_id: String(petId), stock: quantity, status, tags: [] },
    links: { self: `/pets/${petId}` },
  }),
  orders: { data: [], total: 0 },
  deprecation: [],
  order: 'descending',
  headers: (count) => [['X-Trace', drawn(count, 32)]],
};

const oldPhpShop: Traits = {
  ...plainDeployment,
  error: (_situation, status) => ({ code: String(status * 10), message: 'Error' }),
  challenge: {},
  quantities: [0n, 99_999n],
  malformedId: 404,
  wrongType: 'ignored',
  bytes: 300_000,
  unknownMethod: 404,
  order: 'descending',
  headers: () => [['X-Powered-By', 'PHP/8.3.1']],
  itemFields: { warehouse: 'north' },
};

const cloudFunctions: Traits = {
  ...plainDeployment,
  ietfFields: { policies: 'all', limits: 'all', names: ['minute', 'day'] },
  plan: 'free',
  described: 'the day',
  windows: 'by the clock',
  error: (situation, status, { count }) => ({
    code: `E_${status}`,
    message: `${situation} (invocation ${count})`,
    traceId: drawn(count, 16),
    retryable: status === 429,
  }),
  quantities: [1n, 1_000n],
  wrongType: 415,
  bytes: 92_160,
  messageStatus: 202,
  pet: ({ petId, status }) => ({ petId, status, neutered: null, bornOn: '2024-02-29' }),
  orders: { orders: [{ ref: uuid(3), total: 12.5 }], next: null },
  deprecation: [['Sunset', 'Fri, 31 Dec 2027 00:00:00 GMT']],
  headers: (count) => [
    ['Via', '1.1 edge'],
    ['X-Cold-Start', 'false'],
    ['X-Invocation', String(1_000 + count * 7)],
  ],
};

const dotNetService: Traits = {
  ...plainDeployment,
  ietfFields: { policies: 'described', limits: 'described', names: ['default', 'default'] },
  quota: { perMinute: 300, perDay: 10_000 },
  retryAfter: 'date',
  free: [400, 404, 405, 413, 415],
  strangers: 'are counted',
  error: (situation) => ({
    code: `Petstore.${camelCase(situation)}`,
    message: `Die Anfrage wurde abgelehnt: ${situation}`,
  }),
  quantities: [-2_147_483_648n, 2_147_483_647n],
  unknownFields: 'rejected',
  wrongType: 415,
  bytes: 1_500_000,
  messageStatus: 201,
  pet: ({ petId, status }) => ({ id: String(petId), status, name: 'Rex', shelter: { id: 1, name: 'Nord' } }),
  orders: { value: [{ id: 9, amount: 2 }], count: 1 },
  deprecation: [
    ['Deprecation', '@1767225600'],
    ['Sunset', 'Sat, 01 Jan 2028 00:00:00 GMT'],
    ['Link', '</v1/inventory>; rel="successor-version"'],
  ],
  unknownMethod: 405,
  order: 'descending',
  headers: () => [['Server', 'Kestrel']],
};

/** Whole deployments that conform to the document, and differ in many open questions at once. */
export const deployments: Readonly<Record<string, Traits>> = {
  'a plain deployment': plainDeployment,
  'a Java gateway': javaGateway,
  'a small Go binary': smallGoBinary,
  'an old PHP shop': oldPhpShop,
  'cloud functions': cloudFunctions,
  'a .NET service': dotNetService,
};
