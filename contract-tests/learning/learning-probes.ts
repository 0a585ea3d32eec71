import type { Level } from '../../src/exchange/transcript.js';
import { type Choice, isDue, observationsBeyondBudget } from '../probes/choose-probes.js';
import { requestsToExhaust } from '../probes/exhaust-probes.js';
import { post } from '../probes/message-probes.js';
import { type Probe, probe } from '../probes/probe.js';
import { update } from '../probes/update-probes.js';

/** The maximum number of requests that learning sends in addition to those of the level; a Free key allows 60 a minute. */
export const learningBudgets: Readonly<Record<Level, number>> = { read: 36, write: 130, exhaust: 130 };

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
  again('pet-without-key', 'GET /pets/{petId}', { credential: 'none' }),
  again('pet-method', 'PROPFIND /pets/{petId}'),
  again('unknown-path', 'GET /no-such-path-either'),
  again('unknown-method', 'PROPFIND /store/orders'),
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
  unlisted('content-type', '{"quantity":1}', { contentType: 'text/plain' }),
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
  messageType: post('learn-message-type', '{"message":42}', 'the response to a message that is not a string'),
  message: post('learn-message', '{"message":"A third message of petstore-mock learn"}', 'the form of message ids'),
  nesting: update('learn-nesting', '{"quantity":{original},"nested":{levels}}', 'how deeply a body may nest', {
    atMost: 12,
  }),
  quantity: update('learn-quantity', '{"quantity":{value}}', 'the smallest and the largest quantity', { atMost: 40 }),
  messageSize: post('learn-message-size', '{{spaces}}', 'the response to a body without a message that is too large', {
    atMost: 2,
  }),
  size: update('learn-body-size', '{"quantity":{original}{spaces}}', 'how large a body may be, up to 2 MiB', {
    atMost: 14,
  }),
};

/** Returns everything that learning may send, in order: first the observations that do not fit into the level's budget. */
export function learningProbes(options: Choice): Probe[] {
  const due = [...errorProbes, ...Object.values(searches).flat()].filter((each) => isDue(each, options));
  return [...observationsBeyondBudget(options), ...due];
}

/** Returns how many of the requests that a user allows are reserved for what comes after learning. */
export function reservedForLater(options: Choice): number {
  const { level, maxRequests, limit } = options;
  return level === 'exhaust' && maxRequests !== undefined ? requestsToExhaust(options, limit) : 0;
}
