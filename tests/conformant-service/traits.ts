import type { PlanName } from '../../src/service/plans.js';
import { type Json, parseInt64 } from './json.js';
import type { Described, Quota, WindowKind } from './limits.js';
import { GOOD_KEY, type Headers } from './service.js';

export interface Pet {
  readonly petId: bigint;
  quantity: bigint;
  status: string;
}

export type OperationName = 'listInventory' | 'updateInventory' | 'sendMessage' | 'showPet' | 'listOrders';

/** Why a request is rejected. */
export type Situation =
  | 'key missing'
  | 'key wrong'
  | 'key not bearer'
  | 'too many requests'
  | 'path unknown'
  | 'method unknown'
  | 'pet unknown'
  | 'id malformed'
  | 'body too large'
  | 'type wrong'
  | 'body empty'
  | 'body malformed'
  | 'body not an object'
  | 'field missing'
  | 'field wrong'
  | 'field out of range'
  | 'field unknown'
  | 'field blank'
  | 'something else';

/** `by kind`: 400 without a type, 415 with another one. */
type TypeChoice = 400 | 415 | 'ignored' | 'by kind';

/** What a service may check sooner than usual. */
export type Check = 'key' | 'path' | 'method' | 'gone' | 'id' | 'size' | 'type' | 'json' | 'fields' | 'pet';

/** What the document leaves to a deployment. */
export interface Traits {
  readonly stock: readonly Pet[];
  /** The one key that is accepted. */
  readonly key: string;
  readonly messagesBasePath: string;
  readonly latencyMs: number;
  /** How far its clock is ahead. */
  readonly skewMs: number;
  /** The plan that the user names to the suite, if any. */
  readonly plan: PlanName | undefined;
  readonly quota: Quota;
  /** Requests that the key has sent earlier on the same day. */
  readonly usedToday: number;
  readonly windows: WindowKind;
  readonly described: Described;
  /** Statuses of rejected requests that use no quota. */
  readonly free: readonly number[];
  /** Requests without a good key: a quota counts them, and `are counted` is that of the Free plan. */
  readonly strangers: 'are not counted' | 'are counted' | Quota;
  readonly retryAfter: 'seconds' | 'date';
  /** How much later than the reset Retry-After ends. */
  readonly retryDelaySeconds: number;
  /** The fields of the IETF's draft beside the three headers, with items for all windows or for the one that the three describe. */
  readonly ietfFields: {
    readonly policies?: 'all' | 'described';
    readonly limits?: 'all' | 'described';
    readonly names: readonly [minute: string, day: string];
  };

  /** Returns the fields of an Error, except its status. */
  error(situation: Situation, status: number, call: RejectedCall): ErrorFields;
  /** In a 401: to a request without a bearer token, and with a wrong one. */
  readonly challenge: { readonly missing?: string; readonly wrong?: string };

  /** What is checked before everything else, in this order. The key may be among it. */
  readonly sooner: readonly Check[];
  readonly quantities: readonly [least: bigint, most: bigint];
  readonly malformedId: 400 | 404 | ((segment: string) => 400 | 404);
  /** Returns the id that the segment of a path stands for; undefined if it is malformed. */
  readId(segment: string): bigint | undefined;
  readonly unknownFields: 'ignored' | 'rejected';
  /** In updates without a type, or of another one. */
  readonly wrongType: TypeChoice;
  /** In messages of another type; those without one get 400. */
  readonly wrongTypeOfMessages: TypeChoice;
  readonly sameKeyTwice: 'rejected' | 'last wins';
  readonly byteOrderMark: 'rejected' | 'ignored';
  readonly levels: number;
  readonly bytes: number;
  /** Which of these four differ for messages. */
  readonly messageBodies: Partial<Pick<Traits, 'sameKeyTwice' | 'byteOrderMark' | 'levels' | 'bytes'>>;

  readonly messageStatus: 200 | 201 | 202;
  /** The first message is number 1. */
  messageId(count: number, nowMs: number): string;
  createdAt(ms: number): string;
  readonly otherMessages: 'rejected' | 'taken as text';
  /** What is rejected: blanks include no text at all. */
  readonly emptyMessages: 'accepted' | 'rejected' | 'blanks rejected';
  readonly areMessagesLimited: boolean;

  pet(pet: Pet): Json;
  readonly orders: Json;
  readonly deprecation: Headers;

  readonly unknownMethod: 405 | 404;
  readonly cacheControl: string | undefined;
  readonly order: 'ascending' | 'descending' | 'as stored' | 'by last digit' | 'rotating';
  /** Added to every response; the first one is number 1. */
  headers(count: number, reply: { readonly status: number; readonly operation: OperationName | undefined }): Headers;
  /** Added to the three fields of an item. */
  readonly itemFields: { readonly [field: string]: Json };
}

interface RejectedCall {
  readonly petId: string;
  readonly count: number;
  readonly method: string;
  /** That of the URL, without its query. */
  readonly path: string;
  readonly body: string;
  readonly operation: OperationName | undefined;
}

interface ErrorFields {
  readonly code: string;
  readonly message: string;
  readonly [field: string]: Json;
}

export const codes: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthenticated',
  404: 'no_such_thing',
  405: 'wrong_method',
  413: 'too_large',
  415: 'wrong_type',
  429: 'slow_down',
};

/** A deployment that accepts every quantity, and has no traits that its tests do not need. */
export const plainTraits: Traits = {
  stock: [
    { petId: 1n, quantity: 7n, status: 'available' },
    { petId: 2n, quantity: 0n, status: 'sold' },
    { petId: 17n, quantity: 3n, status: 'pending' },
    { petId: 404n, quantity: 12n, status: 'available' },
    { petId: 9_007_199_254_740_993n, quantity: 5n, status: 'available' },
  ],
  key: GOOD_KEY,
  messagesBasePath: '/v1',
  latencyMs: 20,
  skewMs: 0,
  plan: undefined,
  quota: { perMinute: 60, perDay: 1_000 },
  usedToday: 0,
  windows: 'from the first request',
  described: 'the scarcer',
  free: [],
  strangers: 'are not counted',
  retryAfter: 'seconds',
  retryDelaySeconds: 0,
  ietfFields: { names: ['minute', 'day'] },

  error: (situation, status) => ({ code: codes[status] ?? 'rejected', message: `Rejected: ${situation}.` }),
  challenge: { missing: 'Bearer realm="petstore"', wrong: 'Bearer realm="petstore", error="invalid_token"' },

  sooner: [],
  quantities: [-(2n ** 63n), 2n ** 63n - 1n],
  malformedId: 400,
  readId: parseInt64,
  unknownFields: 'ignored',
  wrongType: 400,
  wrongTypeOfMessages: 400,
  sameKeyTwice: 'rejected',
  byteOrderMark: 'rejected',
  levels: 64,
  bytes: 65_536,
  messageBodies: {},

  messageStatus: 200,
  messageId: (count) => `msg-${count}`,
  createdAt: (ms) => new Date(ms).toISOString(),
  otherMessages: 'rejected',
  emptyMessages: 'accepted',
  areMessagesLimited: true,

  pet: ({ petId, status }) => ({ id: petId, name: `Pet ${petId}`, status }),
  orders: [
    { id: 1, petId: 2, quantity: 1, status: 'placed' },
    { id: 2, petId: 1, quantity: 3, status: 'delivered' },
  ],
  deprecation: [
    ['Deprecation', '@1782777600'],
    ['Sunset', 'Fri, 31 Dec 2027 00:00:00 GMT'],
    ['Link', '</v1/inventory>; rel="successor-version"'],
  ],

  unknownMethod: 405,
  cacheControl: undefined,
  order: 'as stored',
  headers: () => [],
  itemFields: {},
};
