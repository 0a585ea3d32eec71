import { type Probe, probe } from '../probe.js';
import { post } from '../send-message.js';
import { update } from '../update-inventory.js';

const again = (name: string, target: `${string} ${string}`, rest: Partial<Probe> = {}) =>
  probe('read', 0, `learn-${name}`, target, 'the same error for another request', rest);
const unlisted = (name: string, body: string, rest: Partial<Probe> = {}) =>
  again(name, 'PATCH /inventory/{unlistedId}', { level: 'write', body, ...rest });

/** Repeats errors for another request each: a message is learned if two get the same one. The updates name unlisted pets. */
export const errorProbes: readonly Probe[] = [
  again('wrong-key', 'GET /store/orders', { credential: 'wrong key' }),
  again('basic', 'GET /store/orders', { credential: 'basic' }),
  again('pet-with-basic', 'GET /pets/{petId}', { credential: 'basic' }),
  again('empty-header', 'GET /store/orders', { credential: 'empty header' }),
  again('empty-key', 'GET /pets/{petId}', { credential: 'empty key' }),
  again('pet-without-key', 'GET /pets/{petId}', { credential: 'none' }),
  again('pet-method', 'PROPFIND /pets/{petId}'),
  again('item-method', 'PROPFIND /inventory/{unlistedId}7'),
  again('message-method', 'PROPFIND /messages', { needs: 'messages' }),
  again('unknown-path', 'GET /no-such-path-either'),
  again('unknown-method', 'PROPFIND /store/orders'),
  again('unlisted-pet', 'GET /pets/{unlistedId}1'),
  again('malformed-pet', 'GET /pets/not-an-id'),
  again('another-malformed-pet', 'GET /pets/not-an-id-either'),
  again('pet-beyond-int64', 'GET /pets/9223372036854775817'),
  again('another-pet-beyond-int64', 'GET /pets/-99223372036854775808'),
  unlisted('id-beyond-int64', '{"quantity":1}', { path: '/inventory/9223372036854775827' }),
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
];

const OTHER_TYPES = 'how other content types are treated';
const TWO_FAULTS = 'which of two checks comes first';
const twoFaults = (name: string, target: `${string} ${string}`, rest: Partial<Probe> = {}) =>
  probe('read', 0, `learn-${name}`, target, TWO_FAULTS, rest);
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
  twoFaults('malformed-pet-without-key', 'GET /pets/not-an-id', noKey),
  twoFaults('unlisted-pet-without-key', 'GET /pets/{unlistedId}', noKey),
  twoFaults('method-of-malformed-pet', 'PROPFIND /pets/not-an-id'),
  twoFaultsIn('type-without-key', GOOD_BODY, { ...noKey, ...text }),
  twoFaultsIn('malformed-without-key', '{"quantity":', noKey),
  twoFaultsIn('missing-without-key', '{}', noKey),
  twoFaultsIn('type-and-id', GOOD_BODY, { ...noId, ...text }),
  twoFaultsIn('malformed-and-id', '{"quantity":', noId),
  twoFaultsIn('missing-and-id', '{}', noId),
  update(0, 'learn-malformed-and-type', '{"quantity":', TWO_FAULTS, text),
  update(0, 'learn-missing-and-type', '{}', TWO_FAULTS, text),
];

const OTHER_FORMS = 'whether a good request in another form is served';

/** Requests that one service serves and the next one rejects: a comparison shows how each responds. */
export const formProbes: readonly Probe[] = [
  probe('read', 0, 'learn-query', 'GET /inventory?petstoreMockCheck=1', OTHER_FORMS, { coding: 'gzip' }),
  probe('read', 0, 'learn-slash', 'GET /store/orders/', OTHER_FORMS),
  probe('read', 0, 'learn-head', 'HEAD /inventory', OTHER_FORMS),
  probe('read', 0, 'learn-id-with-zeros', 'GET /pets/00{petId}', OTHER_FORMS, { needs: 'pet' }),
  probe('read', 0, 'learn-orders-in-gzip', 'GET /store/orders', OTHER_FORMS, { coding: 'gzip' }),
  update(0, 'learn-with-point', '{"quantity":{original}.0}', OTHER_FORMS),
];

/** The requests of searches; placeholders such as `{value}` stand for values that only the search knows. */
export const searches = {
  pet: probe('read', 0, 'learn-pet', 'GET /pets/{anotherPetId}', 'the fields of other pets', { atMost: 3 }),
  /** Each writes the quantity that the pet has. */
  types: [
    update(0, 'learn-plain-text', '{"quantity":{original}}', OTHER_TYPES, text),
    update(0, 'learn-no-type', '{"quantity":{original}}', OTHER_TYPES, { contentType: null }),
  ],
  /** Each is sent only if those before were rejected. */
  messageTypes: ['text/plain', 'text/csv'].map((contentType) =>
    post(
      0,
      `learn-message-${contentType.replace('/', '-')}`,
      '{"message":"A message of petstore-mock learn: another type"}',
      OTHER_TYPES,
      { contentType },
    ),
  ),
  /** What a message gets that no service accepts. */
  messageErrors: [
    post(0, 'learn-message-without-type', '{"message":"Another message without a content type"}', OTHER_TYPES, {
      contentType: null,
    }),
    ...['', '', '{"message":"A message', '["A message"]', '[2]', '{"text":1}', '{"text":"A message"}'].map(
      (body, index) => post(0, `learn-message-error-${index + 1}`, body, 'the same error for another request'),
    ),
  ],
  /** Each is sent only if those before were rejected; two bodies show the text of such an error. */
  emptyMessages: [
    ['empty', '{"message":""}'],
    ['empty-again', '{ "message": "" }'],
    ['blank', '{"message":"   "}'],
  ].map(([name, body = '']) => post(0, `learn-message-${name}`, body, 'whether a message may be empty')),
  /** The same. */
  messageWrong: [42, true].map((value) =>
    post(0, `learn-message-${value}`, `{"message":${value}}`, 'the response to a message that is not a string'),
  ),
  /** The same, the longest one first. */
  longMessages: [10_000, 2_000, 500].map((length) =>
    post(0, `learn-message-of-${length}`, `{"message":"${'long '.repeat(length / 5)}"}`, 'how long a message may be'),
  ),
  quantity: update(0, 'learn-quantity', '{"quantity":{value}}', 'the smallest and the largest quantity', {
    atMost: 40,
  }),
  /** As large as a body that was rejected. */
  sizeElsewhere: unlisted('body-size-elsewhere', '{"quantity":1{spaces}}'),
  size: update(0, 'learn-body-size', '{"quantity":{original}{spaces}}', 'how large a body may be, up to 2 MiB', {
    atMost: 26,
  }),
};

/** Everything that learning may send, in order; the observations that a run had no room for come first. */
export const learningProbes: readonly Probe[] = [
  ...errorProbes,
  ...orderProbes,
  ...formProbes,
  ...Object.values(searches).flat(),
];
