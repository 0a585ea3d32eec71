import { headerIn, withHeader } from '../conformant-service/service.js';
import { type Call, petIdOf } from '../conformant-service/steps.js';
import { availablePets, errorStatus, everyResponse, failing, type JsonObject, reply, successesOf } from './changes.js';
import type { Variation } from './faulty-service.js';

const petsUpTo = (count: number) => availablePets(...Array.from({ length: count }, (_, index) => BigInt(index + 1)));
const listsWith = (header: string, value: string): Pick<Variation, 'finish'> =>
  successesOf('listInventory', (response) => withHeader(response, header, value));

const sumOfPieces = everyResponse((response, { operation, state }) => {
  const sum = state.pets.reduce((all, { quantity }) => all + quantity, 0n);
  return operation === 'listInventory' ? withHeader(response, 'X-Total-Items', String(sum)) : response;
});

const hasOddKey = ({ request }: Call) =>
  /^bearer +(?![\w.~+/-]+=*$)/i.test((headerIn(request.headers, 'authorization') ?? '').trim());
const hasOtherId = (call: Call) => {
  const sent = /"petId":(-?\d+)/.exec(call.request.body ?? '')?.[1];
  return sent !== undefined && sent !== String(petIdOf(call));
};

/** Other ways to treat what programs send by mistake, and lists that look like pages. */
export const mistakeVariations: Readonly<Record<string, Variation>> = {
  'keys that are no tokens are malformed': errorStatus(401, 400, hasOddKey),
  'keys that look like code are blocked': errorStatus(401, 403, hasOddKey),
  'an id in the body must be that of the path': failing('updateInventory', 400, hasOtherId),
  'messages with control characters are rejected': failing('sendMessage', 400, ({ request }) =>
    /\\u00(?:0[0-8]|7f)|\\ud83d (?!\\u)/i.test(request.body ?? ''),
  ),
  'halves of characters are replaced': everyResponse((response) => ({
    ...response,
    body: response.body.replace(/\\ud[89a-f][0-9a-f]{2}/gi, '\uFFFD'),
  })),
  'there are as many pets as on a page': { traits: { stock: petsUpTo(100) } },
  'there are as many pets as on a page, and no lookup': { traits: { stock: petsUpTo(20) }, ...failing('showPet', 410) },
  'there are as many pets as on a page, and a lookup of anything': {
    traits: { stock: petsUpTo(25) },
    showPet: () => (call) => reply(200, { id: petIdOf(call) ?? 0n, name: 'Rex' }),
  },
  'lookups find former pets': {
    traits: { stock: petsUpTo(10) },
    showPet: (usual) => (call) => {
      const id = petIdOf(call);
      const former: JsonObject = { id: id ?? 0n, name: 'Bo', status: 'sold' };
      return id !== undefined && id > 10n && id < 90n ? reply(200, former) : usual(call);
    },
  },
  'lists have a total': { traits: { stock: petsUpTo(50) }, ...listsWith('X-Total-Count', '50') },
  'lists have the sum of all pieces': { traits: { stock: petsUpTo(50) }, ...sumOfPieces },
  'lists link to what comes next in the docs': {
    traits: { stock: petsUpTo(50) },
    ...listsWith('Link', '<https://docs.petstore.test/update?page=2>; rel="next"'),
  },
};
