import { optional, type Probe, probe, type Row, UPDATE_BODY } from './probe.js';

/** Ids that are no pet, beside those that are no int64 in any spelling. How a service spells an int64 is its own affair. */
const badIds: readonly Row[] = [
  ['id-with-tail', '{petId}x'],
  ['id-in-hexadecimal', '0x{petIdInHex}', 15],
  ['id-modulo-2^64', '{petIdBeyondLong}', 16],
  ['id-after-text', 'p{petId}', 13],
  ['id-with-fraction', '{petId}.5', 13],
  ['malformed-id', 'not-an-id', 4],
  ['id-with-minus', '-{petId}', 12],
  ['id-beyond-int64', '9223372036854775808', 2],
  ['id-and-another', '{petId},1', 3],
  ['id-with-exponent', '{petId}e3', 2],
  ['null-id', 'null', 2],
];

/** An int64 of which 32 bits are those of the pet. */
const ID_MODULO: Row = ['id-modulo-2^32', '{petIdBeyondInt}', 9];
/** An int64 that is the pet's as a double. */
const ID_NEARBY: Row = ['id-nearby', '{petIdNearby}', 3];

/** How an int64 may be spelled is open; if the service takes it for the pet, it must update that pet. */
const oddIds: readonly Row[] = [
  ['id-with-zero', '0{petId}', 2],
  ['id-with-plus', '+{petId}', 2],
  ['id-with-point', '{petId}.0', 2],
  ['id-with-blank', '{petId}%20', 2],
];

/** Updates of ids that are not listed. */
export const rejectedIdProbes: readonly Probe[] = [
  update('update-unlisted', '{unlistedId}', '404 for a pet that is not listed', { expects: 404 }),
  ...badIds.map((row, index) => updateAt(row, 'rejected: the id is not that of a pet', { prefers: index })),
  // Of a larger id, 32 bits are no pet.
  updateAt(ID_MODULO, '404: the pet has the same 32 bits', { prefers: 'smallest', expects: 404, coding: 'gzip' }),
  updateAt(ID_NEARBY, '404: the pet has the same double', { prefers: 'beyond 2^53', expects: 404 }),
  update('update-unlisted-again', '{unlistedId}', '404 for a pet that is still not listed', {
    expects: 404,
    isOptional: true,
    coding: 'identity',
    fills: { 'id: unlisted, again': 3 },
  }),
];

/** Updates whose ids may be those of the pet. */
export const oddIdProbes: readonly Probe[] = oddIds.map((row) => updateAt(row, 'rejected, or the update of that pet'));

function updateAt(row: Row, why: string, rest: Partial<Probe> = {}): Probe {
  const [name, id] = row;
  const more = { ...(id.includes('{petId') && { needs: 'pet' as const }), ...optional('id', row), ...rest };
  return update(`update-${name}`, id, why, more);
}

function update(name: string, id: string, why: string, rest: Partial<Probe>): Probe {
  return probe('write', name, `PATCH /inventory/${id}`, why, { body: UPDATE_BODY, ...rest });
}
