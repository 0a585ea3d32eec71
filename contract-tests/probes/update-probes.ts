import { oddIdProbes, rejectedIdProbes } from './id-probes.js';
import { updateKeyProbes } from './key-probes.js';
import { inName, optional, type PetRole, type Probe, probe, type Row, UPDATE_BODY, WIDE_BODY } from './probe.js';

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

/**
 * The first update, alone between two lists: some services do only the first one wrong. Whatever follows shows whether it lasts, and
 * every later list whether it changed more than it should.
 */
const firstUpdate: readonly Probe[] = [
  update('update', WIDE_BODY, '200 with the updated entry', { expects: 200 }),
  list('list-after-update', 'the quantity is stored, nothing else changed', { needs: 'pet' }),
  list('list-after-update-again', 'the quantity is still stored', {
    needs: 'pet',
    isOptional: true,
    fills: { 'effect: at the second look': 4 },
  }),
];

const updateAgain = update('update-again', WIDE_BODY, 'the same update has the same result', {
  expects: 200,
  coding: 'identity',
});

export const listAfterReads = list('list-after-reads', 'reading has changed nothing');

/** Requests that leave the stock unchanged, after an update that should last. */
export const rejectedProbes: readonly Probe[] = [
  list('list-before-updates', 'messages have changed nothing'),
  ...firstUpdate,
  ...updateKeyProbes,
  list('list-after-wrong-keys', 'the stock is unchanged after requests without a good key'),
  updateAgain,
  ...rejectedIdProbes,
  listAfter('ids that are no pet', 3),
  ...rejectedBodies,
  list('list-after-rejections', 'the stock is unchanged'),
];

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

/** Where others may write, each pet gets the quantity that it has. */
const unchangedPets = roles.map(([pet, value]) =>
  update(`update-${inName(pet)}`, UPDATE_BODY, `200 for a pet that is ${pet}`, {
    where: 'shared',
    pet,
    expects: 200,
    isOptional: true,
    fills: { [`pet: ${pet}`]: value },
  }),
);

/** What it is worth to update one more pet, beside the drawn one. */
const MORE_PETS = [6, 5, 5, 5, 4, 4, 4, 4, 2, 2, 2, 2];

/** Where nobody else writes, many pets get another quantity, and one list shows them all. */
const changedPets: readonly Probe[] = [
  ...MORE_PETS.map((value, aside) =>
    update(`update-another-pet-${aside + 1}`, WIDE_BODY, '200 for another pet', {
      where: 'alone',
      aside,
      expects: 200,
      isOptional: true,
      fills: { [`pet: another, ${aside + 1}`]: value },
    }),
  ),
  list('list-after-other-pets', 'each has its quantity, nothing else changed', {
    where: 'alone',
    isOptional: true,
    after: 'update-another-pet-1',
    fills: { 'effect: on other pets': 5 },
  }),
];

/**
 * Quantities that types which are too small, or rounding, would change. The document sets no bounds, so each may be rejected. Where
 * others may write, all go to the drawn pet, and a list follows each.
 */
const quantities: readonly Row[] = [
  ['zero', '0'],
  ['rounded', '16777217', 6],
  ['negative-large', '-4294967299', 4],
  ['sixteen-bits', '70001', 4],
  ['beyond-2^31', '2147483653', 4],
  ['eight-bits', '300', 3],
  ['exponent', '12e1', 3],
  ['one', '1', 2],
  ['with-point', '5.0', 2],
  ['largest', '9223372036854775807', 2],
  ['smallest', '-9223372036854775808', 2],
  ['negative', '-1'],
  // The last one is what a list always shows.
  ['large', '{largeQuantity}'],
];

const sendQuantity = ([name, value, worth]: Row, rest: Partial<Probe> = {}) =>
  update(`update-${name}`, `{"quantity":${value}}`, 'accepted and stored, or 400', {
    ...optional('quantity', worth === undefined ? [name, value] : [name, value, worth]),
    ...rest,
  });

const quantitiesOfOnePet = quantities.flatMap((row): Probe[] => {
  const [name, , worth] = row;
  if (name === 'large') return [sendQuantity(row, { where: 'shared' })];
  const sent = sendQuantity(row, name === 'negative' ? {} : { where: 'shared' });
  const shown = list(`list-after-${name}`, 'stored if it was accepted', {
    where: 'shared',
    needs: 'pet',
    isOptional: true,
    after: sent.name,
    fills: { [`quantity: ${name}, listed`]: worth === undefined ? 4 : worth / 2 },
  });
  return [sent, shown];
});

/** Sent where the next update would hide what the latest one did. */
export const listBetween = list('list-between-updates', 'stored if it was accepted', { needs: 'pet' });

/** What a wide quantity does not show. */
const NARROW = ['zero', 'negative-large', 'exponent', 'one', 'with-point', 'largest', 'smallest', 'beyond-2^31'];

const quantitiesOfOtherPets = quantities
  .filter(([name]) => NARROW.includes(name))
  .map((row, aside) => sendQuantity(row, { where: 'alone', aside }));

export const acceptedProbes: readonly Probe[] = [
  ...unchangedPets,
  ...changedPets,
  update('update-a-third-time', WIDE_BODY, 'the same update has the same result', {
    expects: 200,
    isOptional: true,
    coding: 'none',
    fills: { 'update: three times': 4 },
  }),
  ...oddIdProbes,
  ...quantitiesOfOtherPets,
  ...quantitiesOfOnePet,
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
];
