import type { Pet } from './call.js';
import { always, answersWhere, asHtml, asText, bodyOf, itemsAs, reply } from './changes.js';
import type { Changes } from './conformant-service.js';
import type { Fault } from './faulty-service.js';
import type { Json } from './json-text.js';
import { type ServiceAnswer, withHeader } from './service.js';

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
/** Once updates come in between, it is they that seem to do it. */
const safe = {
  breaks: 'inventory.lists-every-pet',
  seenAt: 'read',
  caughtBy: ['inventory/get-is-safe', 'update/rejected-changes-nothing'],
} as const;

type Items = readonly { readonly [key: string]: Json }[];
const listAs = (change: (items: Items) => Json): Changes => bodyOf('listInventory', (body) => change(body as Items));
const firstAs = (change: (item: Items[number]) => Json): Changes =>
  listAs(([first = {}, ...others]) => [change(first), ...others]);

const listings = (change: (answer: ServiceAnswer) => ServiceAnswer): Changes =>
  answersWhere((answer, { operation }) => operation === 'listInventory' && answer.status === 200, change);
const without = (field: string) =>
  firstAs((item) => Object.fromEntries(Object.entries(item).filter(([name]) => name !== field)));

/** Does something to the stock at each listing. */
const atEachListing = (harm: (pets: Pet[], requests: number) => void): Changes => ({
  listInventory: (usual) => (call) => {
    harm(call.state.pets, call.state.requests);
    return usual(call);
  },
});

/** What the list says (§2.1, §4.1). */
export const listFaults: Readonly<Record<string, Fault>> = {
  'wraps the list in an object': { ...list, ...listAs((items) => ({ items })) },
  'lists pets as a map by id': {
    ...list,
    ...listAs((items) => Object.fromEntries(items.map((item) => [String(item.petId), item]))),
  },
  'answers null for the list': { ...list, ...listAs(() => null) },
  'writes the list as a string of JSON': { ...list, ...listAs(() => '[{"petId":1}]') },
  'lists ids only': { ...list, ...listAs((items) => items.map((item) => item.petId ?? null)) },
  'has a hole in the list': { ...list, ...firstAs(() => null) },
  'lists two lists': { ...list, ...listAs((items) => [items]) },
  'answers 206 with the list': {
    ...list,
    caughtBy: ['status/documented'],
    ...listings((answer) => ({ ...answer, status: 206 })),
  },
  'answers 204 to an empty store': {
    ...list,
    caughtBy: ['status/documented'],
    setting: { pets: [] },
    ...always('listInventory', () => reply(204, undefined)),
  },
  'answers 404 to an empty store': {
    ...list,
    caughtBy: ['status/documented'],
    setting: { pets: [] },
    ...always('listInventory', (call) => call.seams.refuse(call, 404)),
  },
  'fails to list': {
    ...list,
    caughtBy: ['status/documented'],
    ...always('listInventory', (call) => call.seams.refuse(call, 500)),
  },
  'has no list at the path of the list': {
    ...list,
    breaks: 'inventory.method-and-path',
    caughtBy: ['status/documented'],
    ...always('listInventory', (call) => call.seams.refuse(call, 404)),
  },
  'lists only with a limit in the query': {
    ...list,
    breaks: 'inventory.no-parameters',
    caughtBy: ['status/documented'],
    listInventory: (usual) => (call) =>
      new URL(call.request.url).searchParams.has('limit') ? usual(call) : call.seams.refuse(call, 400),
  },
  'lists only what says a content type': {
    ...list,
    breaks: 'inventory.no-request-body',
    caughtBy: ['status/documented'],
    listInventory: (usual) => (call) => (call.contentType === undefined ? call.seams.refuse(call, 415) : usual(call)),
  },
  'answers 200 with nothing': { ...list, ...listings((answer) => ({ ...answer, body: '' })) },

  'writes petId as a string': { ...petId, ...itemsAs((item) => ({ ...item, petId: String(item.petId) })) },
  'writes petId as a fraction': { ...petId, ...firstAs((item) => ({ ...item, petId: 1.5 })) },
  'writes petId as null': { ...petId, ...firstAs((item) => ({ ...item, petId: null })) },
  'calls petId id': { ...petId, ...itemsAs(({ petId: id, ...item }) => ({ id, ...item })) },
  'has a petId beyond int64': { ...petId, ...firstAs((item) => ({ ...item, petId: 2n ** 63n })) },
  'rounds ids to a double': {
    ...petId,
    caughtBy: ['inventory/unique-pets'],
    setting: {
      pets: ['9007199254740992', '9007199254740993'].map((id) => ({ petId: id, quantity: '4', status: 'sold' })),
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
  'leaves a quantity of 0 out': {
    ...quantity,
    ...itemsAs(({ quantity: count, ...item }) => (count === 0n ? item : { ...item, quantity: count })),
  },
  'has no quantity': { ...quantity, ...without('quantity') },

  'has a status of its own': {
    ...status,
    breaks: 'pet-status.values',
    ...firstAs((item) => ({ ...item, status: 'reserved' })),
  },
  'shouts the status': {
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
    ...atEachListing((pets, requests) => pets.push({ petId: String(1_000 + requests), quantity: '1', status: 'sold' })),
  },
  'numbers pets anew with each listing': {
    ...safe,
    ...atEachListing((pets, requests) => {
      for (const [index, pet] of pets.entries()) pets[index] = { ...pet, petId: String(requests * 100 + index) };
    }),
  },

  'ends the list with a comma': {
    ...json,
    ...listings((answer) => ({ ...answer, body: answer.body.replace(/\]$/, ',]') })),
  },
  'lists one item a line': { ...json, ...listings((answer) => ({ ...answer, body: '{"petId":1}\n{"petId":2}\n' })) },
  'writes NaN': {
    ...json,
    ...listings((answer) => ({ ...answer, body: answer.body.replace(/"quantity":\d+/, '"quantity":NaN') })),
  },
  'cuts the list short': { ...json, ...listings((answer) => ({ ...answer, body: answer.body.slice(0, -20) })) },
  'prints a warning before the list': {
    ...json,
    ...listings((answer) => ({ ...answer, body: `Warning: x\n${answer.body}` })),
  },
  'lists with a page of HTML': { ...json, ...listings(asHtml) },
  'answers XML': { ...json, ...listings((answer) => asText(answer, 'application/xml', '<pets/>')) },
  'calls JSON HTML': { ...type, ...listings((answer) => withHeader(answer, 'Content-Type', 'text/html')) },
  'calls JSON plain text': { ...type, ...listings((answer) => withHeader(answer, 'Content-Type', 'text/plain')) },
  'calls JSON by no name': { ...type, ...listings((answer) => withHeader(answer, 'Content-Type')) },
  'calls JSON application/jsonp': {
    ...type,
    ...listings((answer) => withHeader(answer, 'Content-Type', 'application/jsonp')),
  },
};
