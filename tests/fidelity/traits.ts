import type { PlanName } from '../../src/spec/plans.js';
import type { OperationName, Pet } from '../faulty-services/call.js';
import type { Json } from '../faulty-services/json-text.js';
import type { PlanQuota } from '../faulty-services/limit-windows.js';
import type { Headers } from '../faulty-services/service.js';

/** Why a request is refused. */
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
  | 'body no object'
  | 'field missing'
  | 'field wrong'
  | 'field out of range'
  | 'field unknown';

/** What the document leaves to a deployment. */
export interface Traits {
  readonly stock: readonly Pet[];
  /** What the user says of the key, where that is needed. */
  readonly plan: PlanName | undefined;
  readonly quota: PlanQuota;
  /** Requests that the key has sent earlier on the same day. */
  readonly usedToday: number;
  readonly windows: 'from the first request' | 'by the clock' | 'sliding';
  readonly described: 'the scarcer' | 'the minute' | 'the day';
  readonly refusedAreFree: boolean;
  readonly strangers: 'are not counted' | 'are counted';
  readonly retryAfter: 'seconds' | 'date';

  /** Code, text, and whatever else stands in an Error; not its status. */
  error(situation: Situation, status: number, call: RefusedCall): ErrorTold;
  /** Of a 401, where no key was sent and where a wrong one was. */
  readonly challenge: { readonly missing?: string; readonly wrong?: string };

  readonly quantities: readonly [least: bigint, most: bigint];
  readonly malformedId: 400 | 404;
  readonly unknownFields: 'ignored' | 'refused';
  readonly wrongType: 400 | 415 | 'ignored';
  readonly sameKeyTwice: 'refused' | 'last wins';
  readonly byteOrderMark: 'refused' | 'ignored';
  readonly levels: number;
  readonly bytes: number;

  readonly messageStatus: 200 | 201 | 202;
  /** The first message is number 1. */
  messageId(count: number, nowMs: number): string;
  createdAt(ms: number): string;
  readonly otherMessages: 'refused' | 'taken as text';
  readonly areMessagesLimited: boolean;

  pet(pet: Pet): Json;
  readonly orders: Json;
  readonly deprecation: Headers;

  readonly unknownMethod: 405 | 404 | 501;
  readonly head: 'as GET' | 405 | 404;
  readonly options: 405 | 404 | 204 | 200;
  readonly obeysPrefer: boolean;
  readonly cacheControl: string | undefined;
  readonly order: 'ascending' | 'descending' | 'as stored' | 'rotating';
  /** Of every answer, the first one being number 1. */
  headers(count: number): Headers;
  /** Beside the three fields of an item. */
  readonly itemFields: { readonly [field: string]: Json };
}

interface RefusedCall {
  readonly petId: string;
  readonly count: number;
  readonly operation: OperationName | undefined;
}

interface ErrorTold {
  readonly code: string;
  readonly message: string;
  readonly [field: string]: Json;
}

const codes: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthenticated',
  404: 'no_such_thing',
  405: 'wrong_method',
  413: 'too_large',
  415: 'wrong_type',
  429: 'slow_down',
  501: 'not_implemented',
};

/** A deployment of which every question that a run can look at has an answer. */
export const plainTraits: Traits = {
  stock: [
    { petId: '1', quantity: '7', status: 'available' },
    { petId: '2', quantity: '1', status: 'sold' },
    { petId: '17', quantity: '3', status: 'pending' },
    { petId: '404', quantity: '12', status: 'available' },
    { petId: '9007199254740993', quantity: '5', status: 'available' },
  ],
  plan: undefined,
  quota: { perMinute: 60, perDay: 1_000 },
  usedToday: 0,
  windows: 'from the first request',
  described: 'the scarcer',
  refusedAreFree: false,
  strangers: 'are not counted',
  retryAfter: 'seconds',

  error: (situation, status) => ({ code: codes[status] ?? 'refused', message: `Refused: ${situation}.` }),
  challenge: { missing: 'Bearer realm="petstore"', wrong: 'Bearer realm="petstore", error="invalid_token"' },

  quantities: [0n, 2_147_483_647n],
  malformedId: 400,
  unknownFields: 'ignored',
  wrongType: 400,
  sameKeyTwice: 'refused',
  byteOrderMark: 'refused',
  levels: 64,
  bytes: 65_536,

  messageStatus: 200,
  messageId: (count) => `msg-${count}`,
  createdAt: (ms) => new Date(ms).toISOString(),
  otherMessages: 'refused',
  areMessagesLimited: true,

  pet: ({ petId, status }) => ({ id: BigInt(petId), name: `Pet ${petId}`, status }),
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
  head: 'as GET',
  options: 405,
  obeysPrefer: false,
  cacheControl: 'no-store',
  order: 'ascending',
  headers: () => [],
  itemFields: {},
};
