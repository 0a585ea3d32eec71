import { oddIdProbes, rejectedIdProbes } from './id-probes.js';
import { updateKeyProbes } from './key-probes.js';
import { inName, optional, type PetRole, type Probe, probe, type Row, UPDATE_BODY } from './probe.js';

const write = probe.bind(undefined, 'write');

const list = (name: string, why: string, rest: Partial<Probe> = {}) =>
  write(name, 'GET /inventory', why, { expects: 200, ...rest });

/** Creates an update of the pet that the run writes to. */
export function update(name: string, body: string, why: string, rest: Partial<Probe> = {}): Probe {
  return write(name, 'PATCH /inventory/{petId}', why, { body, needs: 'pet', ...rest });
}

/** Bodies without an integer quantity, and texts that are not JSON. */
const badBodies: readonly Row[] = [
  ['missing', '{}'],
  ['string', '{"quantity":"{quantity}"}'],
  ['fraction', '{"quantity":4297.0000001}'],
  ['null', '{"quantity":null}'],
  ['boolean', '{"quantity":true}'],
  ['array', '{"quantity":[{quantity}]}'],
  ['object', '{"quantity":{"value":{quantity}}}'],
  ['empty-body', ''],
  // Many parsers end at the last bracket, or allow a comment.
  ['malformed-json', '{"quantity":{quantity}} // pieces'],
  ['array-body', '[{"quantity":{quantity}}]'],
  ['scalar-body', '{quantity}'],
  ['null-body', 'null'],
  ['other-names', '{"Quantity":{quantity},"inventory":{"quantity":{quantity}}}', 13],
  ['empty-string', '{"quantity":""}', 11],
  ['long-string', '{"quantity":"12345678901234567890"}', 5],
  ['cut', '{"quantity":{quantity}', 3],
  ['large-fraction', '{"quantity":2.5}', 3],
  ['word', '{"quantity":"many"}', 3],
  ['false', '{"quantity":false}', 7],
  ['cut-after-key', '{"quantity":', 3],
  ['cut-in-key', '{"quan', 3],
  ['two-documents', '{"quantity":{quantity}}{"quantity":{quantity}}', 3],
  ['trailing-comma', '{"quantity":{quantity},}', 3],
  ['single-quotes', "{'quantity':{quantity}}", 3],
  ['bare-key', '{quantity:{quantity}}', 3],
  ['blanks-in-key', '{" quantity ":{quantity}}', 3],
  ['string-body', '"{\\"quantity\\":{quantity}}"', 3],
  ['form', 'quantity={quantity}', 6],
  ['other-key', '{"stock":{quantity}}', 3],
  ['negative-fraction', '{"quantity":-0.5}', 3],
  ['blank-string', '{"quantity":" "}', 2],
  ['plus-sign', '{"quantity":+{quantity}}', 2],
  ['leading-zero', '{"quantity":0{quantity}}', 2],
  ['hexadecimal', '{"quantity":0x1F}', 2],
  ['not-a-number', '{"quantity":NaN}', 2],
  ['infinite', '{"quantity":1e999}', 2],
  ['comment', '{"quantity":{quantity}/* pieces */}', 2],
  ['string-with-unit', '{"quantity":"{quantity} pieces"}', 2],
  ['empty-array', '{"quantity":[]}', 2],
  ['empty-object', '{"quantity":{}}', 2],
  ['false-body', 'false', 2],
  ['opening-bracket', '{', 2],
  ['upper-case-null', '{"quantity":Null}', 1],
];

/** Errors come in each coding, too. */
const codings: Readonly<Record<string, Probe['coding']>> = { string: 'identity', fraction: 'gzip', null: 'none' };

const rejectedBodies = badBodies.map((row, index) => {
  const [name, body] = row;
  return update(`bad-body-${name}`, body, '400, and the stock stays unchanged', {
    expects: 400,
    ...optional('body', row),
    prefers: index,
    coding: codings[name],
  });
});

const listAfter = (what: string, value: number) =>
  list(`list-after-${what.replaceAll(' ', '-')}`, `the stock is unchanged after ${what}`, {
    isOptional: true,
    fills: { [`side effect: ${what}`]: value },
  });

/** The first updates: whatever follows shows whether they last, and every later list whether they changed more than they should. */
const firstUpdates: readonly Probe[] = [
  update('update', UPDATE_BODY, '200 with the updated entry', { expects: 200 }),
  update('update-again', UPDATE_BODY, 'the same update has the same result', { expects: 200, coding: 'identity' }),
  list('list-after-update', 'the quantity is stored, nothing else changed', { needs: 'pet' }),
  list('list-after-update-again', 'the quantity is still stored', {
    needs: 'pet',
    isOptional: true,
    fills: { 'effect: at the second look': 4 },
  }),
  list('list-a-second-later', 'the quantity is still stored', {
    needs: 'pet',
    isOptional: true,
    isExtra: true,
    pauseMs: 1_000,
    fills: { 'effect: after a second': 3 },
  }),
];

export const listAfterReads = list('list-after-reads', 'reading has changed nothing');

/** Requests that leave the stock unchanged, after an update that should last. */
export const rejectedProbes: readonly Probe[] = [
  list('list-before-updates', 'messages have changed nothing'),
  ...firstUpdates,
  ...updateKeyProbes,
  list('list-after-wrong-keys', 'the stock is unchanged after requests without a good key'),
  ...rejectedIdProbes,
  listAfter('ids that are no pet', 3),
  ...rejectedBodies,
  list('list-after-rejections', 'the stock is unchanged'),
];

/** Where others may write, each pet gets the quantity that it has. */
const roles: readonly (readonly [PetRole, number])[] = [
  ['sold', 6],
  ['pending', 5],
  ['available', 5],
  ['largest', 6],
  ['smallest', 4],
  ['last', 4],
  ['first', 4],
  ['beyond 2^31', 4],
  ['beyond 2^53', 3],
];

const otherPets = roles.map(([pet, value]) =>
  update(`update-${inName(pet)}`, UPDATE_BODY, `200 for a pet that is ${pet}`, {
    pet,
    expects: 200,
    isOptional: true,
    fills: { [`pet: ${pet}`]: value },
  }),
);

/**
 * Quantities that types which are too small, or rounding, would change. The document sets no bounds, so each may be rejected. Where
 * nobody else writes, some go to other pets, so that one list shows them all.
 */
const quantities: readonly (Row | readonly [...Required<Row>, PetRole])[] = [
  ['zero', '0', 0, 'first'],
  ['rounded', '16777217', 6],
  ['beyond-2^53', '9007199254740993', 5],
  ['negative-large', '-4294967299', 4],
  ['sixteen-bits', '70001', 4],
  ['beyond-2^31', '2147483653', 4],
  ['eight-bits', '300', 3],
  ['exponent', '12e1', 3],
  ['one', '1', 2],
  ['with-point', '5.0', 2],
  ['largest', '9223372036854775807', 2],
  ['smallest', '-9223372036854775808', 2],
  ['large', '{largeQuantity}'],
  ['negative', '-1', 0, 'sold'],
];

const values = quantities.flatMap(([name, value, worth, alone]): Probe[] => {
  const sent = update(`update-${name}`, `{"quantity":${value}}`, 'accepted and stored, or 400', {
    ...optional('quantity', worth ? [name, value, worth] : [name, value]),
    ...(alone && { alone }),
  });
  // The list after the last one is always sent.
  if (name === 'negative') return [sent];
  const shown = list(`list-after-${name}`, 'stored if it was accepted', {
    needs: 'pet',
    isOptional: true,
    after: sent.name,
    fills: { [`quantity: ${name}, listed`]: worth ? worth / 2 : 4 },
  });
  return [sent, shown];
});
/** An update that changes nothing, of the pet that the run writes to. */
export const updateUnchanged = update(
  'update-unchanged',
  '{"quantity":{original}}',
  '200 for the quantity that it has',
  {
    expects: 200,
  },
);

export const acceptedProbes: readonly Probe[] = [
  ...otherPets,
  update('update-a-third-time', UPDATE_BODY, 'the same update has the same result', {
    expects: 200,
    isOptional: true,
    coding: 'none',
    fills: { 'update: three times': 4 },
  }),
  ...oddIdProbes,
  ...values,
  list('list-after-others', 'accepted values are stored exactly', { needs: 'pet' }),
];

/** Restores the stock; sent whenever a pet was written to. */
export const restoreProbes: readonly [update: Probe, check: Probe] = [
  update('restore', '{"quantity":{original}}', 'restores the quantity', { isRestoring: true }),
  list('restored', 'the stock is as before the run', { needs: 'pet', isRestoring: true }),
];

const observe = (name: string, body: string, why: string, rest: Partial<Probe> = {}) =>
  update(name, body, why, { isOptional: true, fills: { [`observation: ${name}`]: 3 }, ...rest });

/** Probes for open questions; each sends the original quantity. */
export const updateObservations: readonly Probe[] = [
  observe('extra-field', '{"quantity":{original},"petstoreMockCheck":true}', 'whether unknown fields are rejected'),
  observe('text-plain', '{"quantity":{original}}', 'whether the content type is checked', {
    contentType: 'text/plain',
  }),
  observe('duplicate-keys', '{"quantity":{original},"quantity":{original}}', 'whether duplicate keys are accepted'),
  observe('byte-order-mark', '\uFEFF{"quantity":{original}}', 'whether a BOM is ignored'),
  observe(
    'nested',
    `{"quantity":{original},"nested":${'['.repeat(200)}${']'.repeat(200)}}`,
    'how deeply a body may nest',
  ),
];
