import type { Json } from '../conformant-service/json.js';
import { type ServiceResponse, withHeader } from '../conformant-service/service.js';
import type { Changes } from '../conformant-service/steps.js';
import type { Pet } from '../conformant-service/traits.js';
import {
  always,
  asHtml,
  asText,
  bodyOf,
  failing,
  itemsAs,
  type JsonObject,
  reply,
  successesOf,
  withoutBody,
} from './changes.js';
import type { Fault } from './faulty-service.js';

const shape = { seenAt: 'read', caughtBy: ['inventory/list-shape'] } as const;
const petId = { ...shape, breaks: 'inventory-item.pet-id' } as const;
const quantity = { ...shape, breaks: 'inventory-item.quantity' } as const;
const status = { ...shape, breaks: 'inventory-item.status' } as const;
const list = { ...shape, breaks: 'inventory.answers-200-with-items' } as const;
const json = { breaks: 'service.http-with-json-bodies', seenAt: 'read', caughtBy: ['body/json'] } as const;
const type = {
  breaks: 'service.bodies-are-application-json',
  seenAt: 'read',
  caughtBy: ['body/content-type'],
} as const;
/** Once there are updates in between, the updates seem to do it. */
const safe = {
  breaks: 'inventory.lists-every-pet',
  seenAt: 'read',
  caughtBy: ['inventory/get-is-safe', 'update/rejected-changes-nothing', 'update/only-this-pet'],
} as const;

type Items = readonly JsonObject[];
const listAs = (change: (items: Items) => Json): Changes => bodyOf('listInventory', (body) => change(body as Items));
const firstAs = (change: (item: Items[number]) => Json): Changes =>
  listAs(([first = {}, ...others]) => [change(first), ...others]);

const listings = (change: (response: ServiceResponse) => ServiceResponse) => successesOf('listInventory', change);
const without = (field: string) =>
  firstAs((item) => Object.fromEntries(Object.entries(item).filter(([name]) => name !== field)));

/** Does something to the stock at each listing. */
const atEachListing = (harm: (pets: Pet[], requests: number) => void): Changes => ({
  listInventory: (usual) => (call) => {
    harm(call.state.pets, call.state.requests);
    return usual(call);
  },
});

/** The list (§2.1, §4.1). */
export const listFaults: Readonly<Record<string, Fault>> = {
  'wraps the list in an object': { ...list, ...listAs((items) => ({ items })) },
  'lists pets as a map by id': {
    ...list,
    ...listAs((items) => Object.fromEntries(items.map((item) => [String(item.petId), item]))),
  },
  'returns null for the list': { ...list, ...listAs(() => null) },
  'writes the list as a string of JSON': { ...list, ...listAs(() => '[{"petId":1}]') },
  'lists ids only': { ...list, ...listAs((items) => items.map((item) => item.petId ?? null)) },
  'has a hole in the list': { ...list, ...firstAs(() => null) },
  'lists two lists': { ...list, ...listAs((items) => [items]) },
  'returns 206 with the list': {
    ...list,
    caughtBy: ['status/documented'],
    ...listings((response) => ({ ...response, status: 206 })),
  },
  'returns 204 for an empty store': {
    ...list,
    caughtBy: ['status/documented'],
    traits: { stock: [] },
    ...always('listInventory', () => reply(204, undefined)),
  },
  'returns 404 for an empty store': {
    ...list,
    caughtBy: ['status/documented'],
    traits: { stock: [] },
    ...failing('listInventory', 404),
  },
  'fails to list': {
    ...list,
    caughtBy: ['status/documented'],
    ...failing('listInventory', 500),
  },
  'returns 404 for the list': {
    ...list,
    breaks: 'inventory.method-and-path',
    caughtBy: ['status/documented'],
    ...failing('listInventory', 404),
  },
  'lists only with a limit in the query': {
    ...list,
    breaks: 'inventory.no-parameters',
    caughtBy: ['status/documented'],
    ...failing('listInventory', 400, ({ request }) => !new URL(request.url).searchParams.has('limit')),
  },
  'lists only with a content type': {
    ...list,
    breaks: 'inventory.no-request-body',
    caughtBy: ['status/documented'],
    ...failing('listInventory', 415, ({ contentType }) => contentType === undefined),
  },
  'returns 200 with an empty body': { ...list, ...listings(withoutBody) },

  'writes petId as a string': { ...petId, ...itemsAs((item) => ({ ...item, petId: String(item.petId) })) },
  'writes petId as a fraction': { ...petId, ...firstAs((item) => ({ ...item, petId: 1.5 })) },
  'writes petId as null': { ...petId, ...firstAs((item) => ({ ...item, petId: null })) },
  'names petId id': { ...petId, ...itemsAs(({ petId: id, ...item }) => ({ id, ...item })) },
  'has a petId beyond int64': { ...petId, ...firstAs((item) => ({ ...item, petId: 2n ** 63n })) },
  'rounds ids to a double': {
    ...petId,
    caughtBy: ['inventory/unique-pets'],
    traits: {
      stock: [9_007_199_254_740_992n, 9_007_199_254_740_993n].map((id) => ({
        petId: id,
        quantity: 4n,
        status: 'sold',
      })),
    },
    ...itemsAs((item) => ({ ...item, petId: BigInt(Number(item.petId)) })),
  },
  'lists a pet twice': {
    breaks: 'inventory.lists-every-pet',
    seenAt: 'read',
    caughtBy: ['inventory/unique-pets'],
    ...listAs((items) => [...items, ...items.slice(0, 1)]),
  },
  'lists a pet once per status': {
    breaks: 'inventory.lists-every-pet',
    seenAt: 'read',
    caughtBy: ['inventory/unique-pets'],
    ...listAs((items) => [...items, ...items.slice(0, 1).map((item) => ({ ...item, status: 'pending', quantity: 1 }))]),
  },

  'writes quantity as a string': { ...quantity, ...itemsAs((item) => ({ ...item, quantity: String(item.quantity) })) },
  'writes quantity as a fraction': { ...quantity, ...firstAs((item) => ({ ...item, quantity: 7.25 })) },
  'writes quantity as null': { ...quantity, ...firstAs((item) => ({ ...item, quantity: null })) },
  'writes quantity as a boolean': { ...quantity, ...firstAs((item) => ({ ...item, quantity: true })) },
  'omits a quantity of 0': {
    ...quantity,
    ...itemsAs(({ quantity: count, ...item }) => (count === 0n ? item : { ...item, quantity: count })),
  },
  'has no quantity': { ...quantity, ...without('quantity') },

  'has an undocumented status': {
    ...status,
    breaks: 'pet-status.values',
    ...firstAs((item) => ({ ...item, status: 'reserved' })),
  },
  'writes the status in upper case': {
    ...status,
    breaks: 'pet-status.states',
    ...itemsAs((item) => ({ ...item, status: item.status.toUpperCase() })),
  },
  'has no status': { ...status, ...without('status') },
  'has null for a status': { ...status, ...firstAs((item) => ({ ...item, status: null })) },
  'writes the status as a number': { ...status, ...itemsAs((item) => ({ ...item, status: 1 })) },

  'loses a pet with each listing': { ...safe, ...atEachListing((pets) => pets.pop()) },
  'lists a different sample each time': {
    ...safe,
    ...bodyOf('listInventory', (body, { state }) =>
      (body as Items).filter((_item, index) => (index + state.requests) % 3 !== 0),
    ),
  },
  'invents a pet with each listing': {
    ...safe,
    ...atEachListing((pets, requests) => pets.push({ petId: BigInt(1_000 + requests), quantity: 1n, status: 'sold' })),
  },
  'renumbers pets with each listing': {
    ...safe,
    ...atEachListing((pets, requests) => {
      for (const [index, pet] of pets.entries()) pets[index] = { ...pet, petId: BigInt(requests * 100 + index) };
    }),
  },

  'ends the list with a comma': {
    ...json,
    ...listings((response) => ({ ...response, body: response.body.replace(/\]$/, ',]') })),
  },
  'lists one item a line': {
    ...json,
    ...listings((response) => ({ ...response, body: '{"petId":1}\n{"petId":2}\n' })),
  },
  'writes NaN': {
    ...json,
    ...listings((response) => ({ ...response, body: response.body.replace(/"quantity":\d+/, '"quantity":NaN') })),
  },
  'cuts the list short': { ...json, ...listings((response) => ({ ...response, body: response.body.slice(0, -20) })) },
  'begins the list with a byte order mark': {
    ...json,
    ...listings((response) => ({ ...response, body: `\uFEFF${response.body}` })),
  },
  'prints a warning before the list': {
    ...json,
    ...listings((response) => ({ ...response, body: `Warning: x\n${response.body}` })),
  },
  'lists with a page of HTML': { ...json, ...listings(asHtml) },
  'returns XML': { ...json, ...listings((response) => asText(response, 'application/xml', '<pets/>')) },
  'labels JSON as HTML': { ...type, ...listings((response) => withHeader(response, 'Content-Type', 'text/html')) },
  'labels JSON as plain text': {
    ...type,
    ...listings((response) => withHeader(response, 'Content-Type', 'text/plain')),
  },
  'sends JSON without a content type': { ...type, ...listings((response) => withHeader(response, 'Content-Type')) },
  'labels JSON as application/jsonp': {
    ...type,
    ...listings((response) => withHeader(response, 'Content-Type', 'application/jsonp')),
  },
};
