import type { Level } from '../../src/exchange/transcript.js';
import { type Choice, isDue, observationsBeyondBudget } from '../probes/choose-probes.js';
import { requestsToExhaust } from '../probes/exhaust-probes.js';
import { post } from '../probes/message-probes.js';
import { type Probe, probe } from '../probes/probe.js';
import { update } from '../probes/update-probes.js';

/** The maximum number of requests that learning sends in addition to those of the level; a Free key allows 60 a minute. */
export const learningBudgets: Readonly<Record<Level, number>> = { read: 44, write: 200, exhaust: 200 };

const again = (name: string, target: `${string} ${string}`, rest: Partial<Probe> = {}) =>
  probe('read', `learn-${name}`, target, 'the same error for another request', rest);
/** Rejected for what is in it, so that no message is queued. */
const noMessage = (name: string, body: string, rest: Partial<Probe> = {}) =>
  again(name, 'POST /messages', { level: 'write', needs: 'messages', body, ...rest });
const unlisted = (name: string, body: string, rest: Partial<Probe> = {}) =>
  again(name, 'PATCH /inventory/{unlistedId}', { level: 'write', body, ...rest });

/**
 * Repeats, for another request each, the errors that the level shows once: a message is learned if different requests get the same
 * one. The updates name unlisted pets, and are sent only if the service rejected such an update before. The bodies of messages hold none.
 */
export const errorProbes: readonly Probe[] = [
  again('wrong-key', 'GET /store/orders', { credential: 'made-up key' }),
  again('basic', 'GET /store/orders', { credential: 'basic' }),
  again('empty-header', 'GET /store/orders', { credential: 'empty header' }),
  again('empty-key', 'GET /store/orders', { credential: 'empty key' }),
  unlisted('update-wrong-key', '{"quantity":1}', { credential: 'made-up key' }),
  unlisted('update-wrong-key-again', '{"quantity":1}', { credential: 'made-up key', path: '/inventory/{unlistedId}1' }),
  unlisted('update-basic', '{"quantity":1}', { credential: 'basic' }),
  unlisted('update-basic-again', '{"quantity":1}', { credential: 'basic', path: '/inventory/{unlistedId}1' }),
  noMessage('message-without-key', '{ }', { credential: 'none' }),
  noMessage('message-wrong-key', '{}', { credential: 'made-up key' }),
  noMessage('message-wrong-key-again', '{ }', { credential: 'made-up key' }),
  noMessage('message-basic', '{}', { credential: 'basic' }),
  noMessage('message-basic-again', '{ }', { credential: 'basic' }),
  again('pet-without-key', 'GET /pets/{petId}', { credential: 'none' }),
  again('pet-method', 'PROPFIND /pets/{petId}'),
  again('unknown-path', 'GET /no-such-path-either'),
  again('unknown-method', 'PROPFIND /store/orders'),
  again('prefer', 'GET /store/orders', { headers: [['Prefer', 'code=404']] }),
  again('unlisted-pet', 'GET /pets/{unlistedId}1'),
  again('malformed-pet', 'GET /pets/not-an-id'),
  again('another-malformed-pet', 'GET /pets/not-an-id-either'),
  unlisted('malformed-id', '{"quantity":1}', { path: '/inventory/not-an-id-either' }),
  unlisted('unlisted-update', '{"quantity":1}', { path: '/inventory/{unlistedId}1' }),
  unlisted('empty-body', ''),
  unlisted('malformed-body', '{"quantity":'),
  unlisted('array-body', '[1]'),
  unlisted('missing-field', '{}'),
  unlisted('wrong-field', '{"quantity":"1"}'),
  unlisted('negative', '{"quantity":-1}'),
  unlisted('extra-field', '{"quantity":1,"petstoreMockCheck":true}'),
  unlisted('content-type', '{"quantity":{original}}', { contentType: 'text/plain' }),
  noMessage('message-empty-body', ''),
  noMessage('message-empty-body-again', ''),
  noMessage('message-malformed', '{"message":'),
  noMessage('message-array-body', '[1]'),
  noMessage('message-scalar-body', '5'),
  noMessage('message-missing', '{ }'),
];

/** Those in which services differ; a message in Latin-1 is usually accepted, and the first one that is shows the form of ids. */
const otherTypes: readonly (readonly [name: string, contentType: string | null])[] = [
  ['latin-1', 'application/json; charset=ISO-8859-1'],
  ['plain-text', 'text/plain'],
  ['json-suffix', 'application/vnd.petstore+json'],
  ['no-type', null],
];

const TWO_FAULTS = 'which of two checks comes first';
const twoFaults = (name: string, target: `${string} ${string}`, rest: Partial<Probe> = {}) =>
  probe('read', `learn-${name}`, target, TWO_FAULTS, rest);
const twoFaultsIn = (name: string, body: string, rest: Partial<Probe> = {}) =>
  twoFaults(name, 'PATCH /inventory/{unlistedId}', { level: 'write', body, ...rest });

const noId = { path: '/inventory/not-an-id' };
const noKey = { credential: 'none' } as const;
const text = { contentType: 'text/plain' };
const GOOD_BODY = '{"quantity":{original}}';

/** Requests that fail two checks or more (open question `order-of-checks`). The updates name no pet, as above. */
export const orderProbes: readonly Probe[] = [
  twoFaults('path-without-key', 'GET /no-such-path', noKey),
  twoFaults('method-without-key', 'PROPFIND /inventory', noKey),
  twoFaults('options-without-key', 'OPTIONS /inventory', noKey),
  twoFaults('malformed-pet-without-key', 'GET /pets/not-an-id', noKey),
  twoFaults('unlisted-pet-without-key', 'GET /pets/{unlistedId}', noKey),
  twoFaults('method-of-malformed-pet', 'PROPFIND /pets/not-an-id'),
  twoFaults('options-of-malformed-pet', 'OPTIONS /pets/not-an-id'),
  twoFaultsIn('type-without-key', GOOD_BODY, { ...noKey, ...text }),
  twoFaultsIn('malformed-without-key', '{"quantity":', noKey),
  twoFaultsIn('missing-without-key', '{}', noKey),
  twoFaultsIn('type-and-id', GOOD_BODY, { ...noId, ...text }),
  twoFaultsIn('malformed-and-id', '{"quantity":', noId),
  twoFaultsIn('missing-and-id', '{}', noId),
  update('learn-malformed-and-type', '{"quantity":', TWO_FAULTS, text),
  update('learn-missing-and-type', '{}', TWO_FAULTS, text),
];

const twoFaultsInLarge = (name: string, rest: Partial<Probe> = {}) =>
  twoFaultsIn(`large-${name}`, '{"quantity":{original}{spaces}}', rest);

/** The same with a body that is too large, once it is known how large that is. */
export const largeOrderProbes: readonly Probe[] = [
  twoFaultsInLarge('unlisted'),
  twoFaultsInLarge('without-key', noKey),
  twoFaultsInLarge('and-id', noId),
  twoFaultsInLarge('and-type', text),
];

/** The requests of searches; placeholders such as `{value}` stand for values that only the search knows. */
export const searches = {
  pet: probe('read', 'learn-pet', 'GET /pets/{anotherPetId}', 'the fields of other pets', { atMost: 3 }),
  spelling: probe('read', 'learn-id-spelling', 'GET /pets/{spelling}', 'which spellings of an id name the pet', {
    atMost: 5,
  }),
  orders: probe('read', 'learn-orders', 'GET /store/orders', 'which parts of the list of orders stay the same'),
  /** Each writes the quantity that the pet has. */
  types: otherTypes.map(([name, contentType]) =>
    update(`learn-${name}`, '{"quantity":{original}}', 'how other content types are treated', { contentType }),
  ),
  /** One of them is a message if the type is accepted. */
  messageTypes: otherTypes.map(([name, contentType]) =>
    post(
      `learn-message-${name}`,
      `{"message":"A message of petstore-mock learn: ${name}"}`,
      'how other content types are treated',
      {
        contentType,
      },
    ),
  ),
  /** The second one is sent only if the first was rejected. */
  messageFields: ['petstoreMockCheck', 'petstoreMockLearn'].map((field) =>
    post(
      `learn-message-field-${field}`,
      `{"message":"A message of petstore-mock learn with another field","${field}":true}`,
      'whether unknown fields are rejected',
    ),
  ),
  /** Each is sent only if those before were rejected; two bodies show the text of such an error. */
  emptyMessages: [
    ['empty', '{"message":""}'],
    ['empty-again', '{ "message": "" }'],
    ['blank', '{"message":"   "}'],
  ].map(([name, body = '']) => post(`learn-message-${name}`, body, 'whether a message may be empty')),
  /** The same. */
  messageWrong: [42, true].map((value) =>
    post(`learn-message-${value}`, `{"message":${value}}`, 'the response to a message that is not a string'),
  ),
  message: post('learn-message', '{"message":"A third message of petstore-mock learn"}', 'the form of message ids'),
  nesting: update('learn-nesting', '{"quantity":{original},"nested":{levels}}', 'how deeply a body may nest', {
    atMost: 12,
  }),
  quantity: update('learn-quantity', '{"quantity":{value}}', 'the smallest and the largest quantity', { atMost: 40 }),
  /** Each is a message if it is accepted. */
  messageBodies: [
    post(
      'learn-message-key-twice',
      '{"message":"A message of petstore-mock learn","message":"A message of petstore-mock learn: the same key again"}',
      'whether duplicate keys are accepted',
    ),
    post(
      'learn-message-byte-order-mark',
      '\uFEFF{"message":"A message of petstore-mock learn: a byte order mark"}',
      'whether a BOM is ignored',
    ),
  ],
  messageNesting: post(
    'learn-message-nesting',
    '{"message":"A message of petstore-mock learn with nested lists","nested":{levels}}',
    'how deeply a message may nest',
    { atMost: 18 },
  ),
  messageSize: post('learn-message-size', '{{spaces}}', 'how large the body of a message may be, up to 2 MiB', {
    atMost: 22,
  }),
  size: update('learn-body-size', '{"quantity":{original}{spaces}}', 'how large a body may be, up to 2 MiB', {
    atMost: 14,
  }),
};

/** Returns everything that learning may send, in order: first the observations that do not fit into the level's budget. */
export function learningProbes(options: Choice): Probe[] {
  const searched = Object.values(searches).flat();
  const due = [...errorProbes, ...orderProbes, ...searched, ...largeOrderProbes].filter((each) => isDue(each, options));
  return [...observationsBeyondBudget(options), ...due];
}

/** Returns how many of the requests that a user allows are reserved for what comes after learning. */
export function reservedForLater(options: Choice): number {
  const { level, maxRequests, limit } = options;
  return level === 'exhaust' && maxRequests !== undefined ? requestsToExhaust(options, limit) : 0;
}
