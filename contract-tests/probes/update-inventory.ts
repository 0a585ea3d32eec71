import { clients } from './clients.js';
import {
  inName,
  MOST_TOGETHER,
  type OperationProbes,
  ORIGINAL_BODY,
  type PetKind,
  type Probe,
  probe,
  type Row,
  UPDATE_BODY,
  WIDE_BODY,
} from './probe.js';

/** After a request that is rejected before its body is read, the next one comes over the same connection. */
const LARGE_BODY = '{"quantity":{quantity}{blanks}}';

const list = (turn: number, name: string, why: string, rest: Partial<Probe> = {}) =>
  probe('write', turn, name, 'GET /inventory', why, { expects: 200, ...rest });

export function update(turn: number, name: string, body: string, why: string, rest: Partial<Probe> = {}): Probe {
  return probe('write', turn, name, 'PATCH /inventory/{petId}', why, { body, needs: 'pet', ...rest });
}

const RECORD = 'the quantity changes and nothing else, or 400';
/** The pet that it names has this quantity: a service that updates that one changes nothing. */
const ANOTHER_RECORD = '{"petId":{donorId},"quantity":{donorQuantity},"status":"{otherStatus}"}';

/** The first update stands alone between two lists, and is repeated: what another writer could explain counts if seen three times. */
const firstUpdates: readonly Probe[] = [
  update(3, 'update', WIDE_BODY, '200 with the updated entry', { expects: 200 }),
  list(4, 'list-after-update', 'the quantity is stored, nothing else changed', {
    needs: 'pet',
    connection: 'new',
    client: clients.inLowerCase,
  }),
  list(57, 'list-after-update-again', 'the quantity is still stored', { needs: 'pet' }),
  list(14, 'list-after-wrong-keys', 'the stock is unchanged after requests without a good key', {
    client: clients.browser,
  }),
  update(15, 'update-again', WIDE_BODY, 'the same update has the same result', {
    expects: 200,
    coding: 'identity',
    client: clients.chunked,
  }),
  update(42, 'update-with-record', '{"petId":{petId},"quantity":{original},"status":"{status}"}', RECORD, {
    where: 'shared',
  }),
  update(35.5, 'update-with-another-record', ANOTHER_RECORD, RECORD, { where: 'alone' }),
  // A service may keep the errors of the requests before.
  update(35.2, 'update-a-third-time', WIDE_BODY, 'the same result, also after rejections', {
    expects: 200,
    coding: 'none',
  }),
  update(40.1, 'update-to-that-of-another-pet', UPDATE_BODY, '200', { expects: 200 }),
  update(40.3, 'update-after-another', WIDE_BODY, 'the same result again, after another update', { expects: 200 }),
  // It has this quantity: the same body changes nothing of it.
  update(40.2, 'same-update-of-that-pet', UPDATE_BODY, '200 for another pet that gets the same body', {
    pet: 'of the same quantity',
    expects: 200,
  }),
  list(41, 'list-after-rejected-ids', 'the stock is unchanged after ids that are no pet, and some time later', {
    connection: 'new',
  }),
  list(35, 'list-after-rejections', 'the stock is unchanged', { client: clients.proxied }),
];

const AT_ONCE = '200 with the updated entry, also if others are under way';

/** Updates at once: first of two pets; then of one, where either may come last. */
const updatesAtOnce: readonly Probe[] = [
  update(19, 'update-together', ORIGINAL_BODY, AT_ONCE, {
    expects: 200,
    together: 'writes',
    client: clients.namesNoType,
  }),
  // Where others may write, it gets the quantity that it has.
  ...[
    { where: 'shared', body: ORIGINAL_BODY, expects: 200 } as const,
    { where: 'alone', body: '{"quantity":0}' } as const,
  ].map(({ body, ...rest }) =>
    update(19.2, `update-another-together-${rest.where}`, body, AT_ONCE, { together: 'writes', another: 0, ...rest }),
  ),
  ...[UPDATE_BODY, ORIGINAL_BODY].map((body, index) =>
    update(42.6 + index / 5, `update-one-pet-at-once-${index + 1}`, body, AT_ONCE, {
      expects: 200,
      together: 'one pet',
    }),
  ),
  list(42.7, 'list-while-one-pet-changes', 'every pet, also while an update is under way', { together: 'one pet' }),
];

const badBodies: readonly Row[] = [
  // Some decoders match names in any case.
  [20, 'missing', '{"Quantity":{quantity}}'],
  [21, 'string', '{"quantity":"{quantity}"}'],
  [22, 'fraction', '{"quantity":4297.0000001}'],
  [23, 'null', '{"quantity":null}'],
  [24, 'boolean', '{"quantity":true}'],
  [25, 'array', '{"quantity":[{quantity}]}'],
  [26, 'object', '{"quantity":{"value":{quantity}}}'],
  [27, 'empty-body', ''],
  [28, 'malformed-json', '{laxUpdate}'],
  // Many parsers end at the last bracket, or allow a comment.
  [40, 'with-more-behind', '{"quantity":{quantity}} // pieces', 'malformed-json'],
  [29, 'array-body', '[{"quantity":{quantity}}]'],
  [30, 'scalar-body', '{quantity}'],
  [44, 'not-a-number', '{"quantity":NaN}', 'malformed-json'],
  [47, 'single-quotes', "{'quantity':{quantity}}", 'malformed-json'],
  [47, 'trailing-comma', '{"quantity":{quantity},}', 'malformed-json'],
  [49, 'form', 'quantity={quantity}', 'malformed-json'],
  [31, 'null-body', 'null{blanks}'],
  [49, 'empty', '{}', 'missing'],
  [50, 'in-an-object', '{"inventory":{"quantity":{quantity}}}', 'missing'],
  [50, 'empty-string', '{"quantity":""}', 'string'],
  [65, 'false', '{"quantity":false}', 'boolean'],
  [52, 'long-string', '{"quantity":"12345678901234567890"}', 'string'],
  [81, 'cut', '{"quantity":{quantity}', 'malformed-json'],
  [81, 'large-fraction', '{"quantity":2.5}', 'fraction'],
  [81, 'word', '{"quantity":"many"}', 'string'],
  [81, 'cut-after-key', '{"quantity":', 'malformed-json'],
  [81, 'cut-in-key', '{"quan', 'malformed-json'],
  [81, 'two-documents', '{"quantity":{quantity}}{"quantity":{quantity}}', 'malformed-json'],
  [50, 'bare-key', '{quantity:{quantity}}', 'malformed-json'],
  [81, 'blanks-in-key', '{" quantity ":{quantity}}', 'missing'],
  [81, 'string-body', '"{\\"quantity\\":{quantity}}"', 'scalar-body'],
  [81, 'other-key', '{"stock":{quantity}}', 'missing'],
  [81, 'negative-fraction', '{"quantity":-0.5}', 'fraction'],
  [99, 'blank-string', '{"quantity":" "}', 'string'],
  [99, 'plus-sign', '{"quantity":+{quantity}}', 'malformed-json'],
  [99, 'leading-zero', '{"quantity":0{quantity}}', 'malformed-json'],
  [99, 'hexadecimal', '{"quantity":0x1F}', 'malformed-json'],
  [99, 'infinity', '{"quantity":Infinity}', 'malformed-json'],
  [99, 'infinite', '{"quantity":1e999}', 'fraction'],
  [99, 'comment', '{"quantity":{quantity}/* pieces */}', 'malformed-json'],
  [99, 'string-with-unit', '{"quantity":"{quantity} pieces"}', 'string'],
  [99, 'empty-array', '{"quantity":[]}', 'array'],
  [99, 'empty-object', '{"quantity":{}}', 'object'],
  [99, 'false-body', 'false', 'scalar-body'],
  [99, 'opening-bracket', '{', 'malformed-json'],
  [99, 'upper-case-null', '{"quantity":Null}', 'malformed-json'],
];

/** Errors come in each coding, too. */
const codings: Readonly<Record<string, Probe['coding']>> = { string: 'identity', fraction: 'gzip', null: 'none' };

const rejectedBodies = [
  ...badBodies.map(([turn, name, body, rule = name], index) =>
    update(turn, `bad-body-${name}`, body, '400, and the stock stays unchanged', {
      expects: 400,
      judgedBy: `update/rejects/${rule}`,
      prefers: index,
      coding: codings[name],
    }),
  ),
  list(82, 'list-after-more-rejections', 'the stock is unchanged', { after: 'bad-body-cut' }),
  list(100, 'list-after-all-rejections', 'the stock is unchanged', { after: 'bad-body-blank-string' }),
];

/** Ids that are no pet, beside those that are no int64 in any spelling. How a service spells an int64 is its own affair. */
const badIds: readonly Row[] = [
  [42.3, 'id-modulo-2^64', '{petIdBeyondLong}'],
  [48, 'id-in-hexadecimal', '0x{petIdInHex}'],
  [11.6, 'id-with-tail', '{petId}x'],
  [42.5, 'id-after-text', 'p{petId}'],
  [43, 'id-with-fraction', '{petId}.5'],
  [43.5, 'id-with-minus', '-{petId}', 'unknown-pet'],
  [47, 'malformed-id', 'not-an-id'],
  [83, 'id-and-another', '{petId},1'],
  [83, 'id-beyond-int64', '9223372036854775808'],
  [83, 'id-with-range', '{petId}-1'],
  [83, 'null-id', 'null'],
];

function updateAt([turn, name, id, rule = 'malformed-id']: Row, why: string, rest: Partial<Probe> = {}): Probe {
  const { needs, ...unlisted } = update(turn, `update-${name}`, UPDATE_BODY, why, {
    path: `/inventory/${id}`,
    judgedBy: `update/${rule}`,
    ...rest,
  });
  return id.includes('{petId') ? { needs: 'pet', ...unlisted } : { ...unlisted, ...rest };
}

const otherIds: readonly Probe[] = [
  // A pet that the list lacks could not be restored.
  updateAt([35.4, 'after-the-last', '{nextId}', 'unknown-pet'], '404: the list shows every pet', {
    needs: 'full page',
    where: 'alone',
    expects: 404,
  }),
  updateAt([11.5, 'unlisted', '{unlistedId}', 'unknown-pet'], '404 for a pet that is not listed', { expects: 404 }),
  ...badIds.map((row, index) =>
    updateAt(row, 'rejected: the id is not that of a pet', {
      prefers: index,
      ...(index === 0 && { body: LARGE_BODY }),
    }),
  ),
  // Of a larger id, 32 bits are no pet.
  updateAt([45, 'id-modulo-2^32', '{petIdBeyondInt}', 'unknown-pet'], '404: the pet has the same 32 bits', {
    prefers: 'smallest',
    expects: 404,
    coding: 'gzip',
  }),
  updateAt([35.55, 'id-nearby', '{petIdNearby}', 'unknown-pet'], '404: the pet has the same double', {
    pet: 'beyond 2^53',
    expects: 404,
  }),
  updateAt([68, 'unlisted-again', '{unlistedId}', 'unknown-pet'], '404 for a pet that is still not listed', {
    body: LARGE_BODY,
    expects: 404,
    coding: 'identity',
  }),
];

const kinds: readonly (readonly [turn: number, PetKind])[] = [
  [51, 'sold'],
  [51.1, 'largest'],
  [51.3, 'pending'],
  [54, 'available'],
  [55, 'smallest'],
  [56, 'last'],
  [57, 'first'],
  [58, 'beyond 2^31'],
  [59, 'beyond 2^53'],
];

/** Where others may write, each pet gets the quantity that it has. */
const unchangedPets = [
  ...kinds.map(([turn, pet]) =>
    update(turn, `update-${inName(pet)}`, UPDATE_BODY, `200 for a pet that is ${pet}`, {
      where: 'shared',
      pet,
      expects: 200,
      ...(turn < 52 && { together: 'updates' }),
    }),
  ),
  listTogether(51.2, 'shared'),
];

function listTogether(turn: number, where: 'alone' | 'shared'): Probe {
  const why = 'a whole list, also while pets are updated';
  return list(turn, `list-during-updates-${where}`, why, { where, needs: 'pet', together: 'updates' });
}

/** The turns of updates of more pets, beside the drawn one. */
const MORE_PETS = [42.1, 42.1, 42.12, 42.13, 52, 52, 52, 52, 86, 86, 86, 86];

/** Where nobody else writes, many pets get another quantity, and one list shows them all. */
const changedPets: readonly Probe[] = [
  ...MORE_PETS.map((turn, another) =>
    update(turn, `update-another-pet-${another + 1}`, WIDE_BODY, '200 for another pet', {
      where: 'alone',
      another,
      expects: 200,
      // The last one of the group is the list.
      ...(another < MOST_TOGETHER - 1 && { together: 'updates' }),
    }),
  ),
  listTogether(42.11, 'alone'),
  ...[
    [42.2, 1],
    [53, 5],
    [87, 9],
  ].map(([turn = 0, first = 0]) =>
    list(turn, `list-after-other-pets-from-${first}`, 'each has its quantity, nothing else changed', {
      where: 'alone',
      after: `update-another-pet-${first}`,
    }),
  ),
];

/** Quantities that types which are too small, or rounding, would change. The document sets no bounds, so each may be rejected. */
const quantities: readonly Row[] = [
  [35.3, 'zero', '0'],
  [36, 'large', '{largeQuantity}'],
  [36.5, 'negative', '-1'],
  [70, 'rounded', '16777217'],
  [71, 'negative-large', '-4294967299'],
  [73, 'sixteen-bits', '70001'],
  [44, 'beyond-2^31', '2147483653'],
  [75, 'eight-bits', '300'],
  [76, 'exponent', '12e1'],
  [77, 'one', '1'],
  [78, 'with-point', '5.0'],
  [79, 'largest', '9223372036854775807'],
  [79, 'smallest', '-9223372036854775808'],
];

const sendQuantity = ([turn, name, value]: Row, rest: Partial<Probe> = {}) =>
  update(turn, `update-${name}`, `{"quantity":${value}}`, 'accepted and stored, or 400', rest);

const quantitiesOfOnePet = quantities.flatMap((row): Probe[] => [
  sendQuantity(row, { where: 'shared' }),
  list(row[0], `list-after-${row[1]}`, 'stored if it was accepted', {
    where: 'shared',
    needs: 'pet',
    after: `update-${row[1]}`,
  }),
]);

/** Where nobody else writes, each goes to another pet, and a list shows some of them. What a wide quantity shows is left out. */
const quantitiesOfOthers: readonly Row[] = [
  [35.25, 'negative', '-1'],
  [69, 'negative-large', '-4294967299'],
  [69, 'exponent', '12e1'],
  [69, 'one', '1'],
  [76, 'with-point', '5.0'],
  [76, 'largest', '9223372036854775807'],
  [76, 'smallest', '-9223372036854775808'],
];

const quantitiesOfOtherPets: readonly Probe[] = [
  ...quantitiesOfOthers.map((row, another) => sendQuantity(row, { where: 'alone', another })),
  ...['exponent', 'largest'].map((name, index) =>
    list(70 + 7 * index, `list-after-${name}`, 'accepted values are stored exactly', {
      where: 'alone',
      after: `update-${name}`,
    }),
  ),
];

/** Probes for open questions; each sends the original quantity. */
const observations: readonly Probe[] = [
  update(88, 'extra-field', '{"quantity":{original},"petstoreMockCheck":true}', 'whether unknown fields are rejected', {
    observes: true,
  }),
  update(89, 'text-plain', '{"quantity":{original}}', 'whether the content type is checked', {
    contentType: 'text/plain',
    observes: true,
  }),
];

export const updateInventoryProbes: OperationProbes = {
  probes: [
    ...firstUpdates,
    ...updatesAtOnce,
    ...rejectedBodies,
    ...otherIds,
    ...unchangedPets,
    ...changedPets,
    ...quantitiesOfOnePet,
    ...quantitiesOfOtherPets,
    ...observations,
  ],
  restoring: [
    update(0, 'restore', ORIGINAL_BODY, 'restores the quantity'),
    list(0, 'restored', 'the stock is as before the run', { needs: 'pet' }),
  ],
  keyTargets: [
    // A service that accepts it without a key still rejects the id and the body.
    {
      name: 'harmless-update',
      level: 'read',
      onlyAt: 'read',
      path: '/inventory/not-an-id',
      body: '{"quantity":"not-a-number"{blanks}}',
    },
    { name: 'update', level: 'write', body: UPDATE_BODY, needs: 'pet' },
  ],
};
