import type { QuestionId } from '../../src/service/questions/open-questions.js';
import type { Situation, Traits } from '../conformant-service/traits.js';
import { plainDeployment } from './deployments.js';

type Change = Partial<Traits>;

/** Two deployments that differ in one choice; each is the plain deployment with these traits. */
export interface Pair {
  readonly question: QuestionId;
  readonly left: Change;
  readonly right: Change;
}

/** Shared sides are one object each: what is learned from them is learned once. */
const plain: Change = {};

const withAllFields: Change = { ietfFields: { policies: 'all', limits: 'all', names: ['minute', 'day'] } };

const single: { readonly [Id in QuestionId]?: Change } = {
  'order-of-checks': { sooner: ['path'] },
  'unauthenticated-quota': { strangers: 'are counted' },
  'refused-requests-count': { free: [400, 404, 405, 413, 415] },
  'rate-limit-fields': withAllFields,
  'retry-after-format': { retryAfter: 'date' },
  'retry-after-delay-seconds': { retryDelaySeconds: 5 },
  'quantity-range': { quantities: [0n, 9_999n] },
  'malformed-pet-id': { malformedId: 404 },
  'extra-body-fields': { unknownFields: 'rejected' },
  'update-content-type': { wrongType: 415 },
  'empty-message': { emptyMessages: 'rejected' },
  'message-success-status': { messageStatus: 202 },
  // At the base URL they would be part of the API whose every response carries the headers.
  'messages-rate-limited': { areMessagesLimited: false, messagesBasePath: '/quickstart' },
  'error-codes': { error: (...error) => ({ ...plainDeployment.error(...error), code: `E${error[1]}` }) },
  'error-messages': { error: (...error) => ({ ...plainDeployment.error(...error), message: `No: ${error[0]}` }) },
  'pet-shape': { pet: ({ petId }) => ({ number: petId, colour: 'brown' }) },
  'order-shape': { orders: { items: [{ reference: 'a', of: 7 }] } },
  'deprecation-headers': { deprecation: [] },
  'sunset-date': {
    deprecation: [
      ['Deprecation', '@1782777600'],
      ['Sunset', 'Sat, 01 Jan 2028 00:00:00 GMT'],
      ['Link', '</v1/inventory>; rel="successor-version"'],
    ],
  },
  'unknown-method': { unknownMethod: 404 },
  'www-authenticate': { challenge: {} },
  'body-limit': { bytes: 102_400 },
  'list-order': { order: 'descending' },
};

const codeIn = (where: Situation, code: string): Change => ({
  error: (situation, ...rest) => {
    const usual = plainDeployment.error(situation, ...rest);
    return situation === where ? { ...usual, code } : usual;
  },
});

export const pairs: readonly Pair[] = [
  ...Object.entries(single).map(([question, right]) => ({ question: question as QuestionId, left: plain, right })),
  { question: 'order-of-checks', left: plain, right: { sooner: ['type'] } },
  { question: 'order-of-checks', left: plain, right: { sooner: ['key', 'size', 'json', 'fields', 'id'] } },
  { question: 'order-of-checks', left: { sooner: ['key', 'id', 'pet'] }, right: { sooner: ['id', 'pet'] } },
  { question: 'window-start', left: plain, right: { windows: 'by the clock' } },
  { question: 'window-start', left: plain, right: { windows: 'sliding' } },
  { question: 'refused-requests-count', left: plain, right: { free: [404] } },
  {
    question: 'described-window',
    left: { usedToday: 870, plan: 'free' },
    right: { usedToday: 870, plan: 'free', described: 'the day' },
  },
  {
    question: 'rate-limit-fields',
    left: withAllFields,
    right: { ietfFields: { policies: 'all', limits: 'described', names: ['minute', 'day'] } },
  },
  {
    question: 'rate-limit-fields',
    left: withAllFields,
    right: { ietfFields: { policies: 'all', limits: 'all', names: ['burst', 'day'] } },
  },
  {
    question: 'rate-limit-fields',
    left: { ietfFields: { policies: 'described', limits: 'described', names: ['default', 'default'] } },
    right: { ietfFields: { policies: 'described', names: ['default', 'default'] } },
  },
  {
    question: 'enterprise-limits',
    left: { plan: 'enterprise', quota: { perMinute: 100, perDay: 230 } },
    right: { plan: 'enterprise', quota: { perMinute: 110, perDay: 240 } },
  },
  {
    question: 'www-authenticate',
    left: plain,
    right: { challenge: { missing: 'Bearer realm="petstore"', wrong: 'Bearer realm="petstore"' } },
  },
  { question: 'error-codes', left: plain, right: codeIn('key missing', 'key_absent') },
  { question: 'error-codes', left: plain, right: codeIn('field out of range', 'unlikely_quantity') },
  { question: 'error-codes', left: plain, right: codeIn('id malformed', 'no_such_id') },
  { question: 'error-codes', left: plain, right: codeIn('type wrong', 'no_such_type') },
  { question: 'error-codes', left: plain, right: codeIn('key not bearer', 'no_bearer') },
  { question: 'empty-message', left: { emptyMessages: 'rejected' }, right: { emptyMessages: 'blanks rejected' } },
  {
    question: 'error-codes',
    left: { emptyMessages: 'rejected' },
    right: { emptyMessages: 'rejected', ...codeIn('field blank', 'blank') },
  },
  { question: 'message-content-type', left: plain, right: { wrongTypeOfMessages: 415 } },
  { question: 'message-content-type', left: plain, right: { wrongTypeOfMessages: 'ignored' } },
  { question: 'quantity-range', left: plain, right: { quantities: [0n, 54_321n] } },
  { question: 'body-limit', left: { bytes: 70_000 }, right: { bytes: 71_000 } },
  { question: 'body-limit', left: plain, right: { bytes: 1_310_720 } },
  {
    question: 'pet-shape',
    left: { pet: ({ petId, status }) => ({ id: petId, status }) },
    right: { pet: ({ petId, status }) => ({ data: { id: petId, status } }) },
  },
  { question: 'order-shape', left: { orders: { data: [] } }, right: { orders: { items: [] } } },
  { question: 'update-content-type', left: plain, right: { wrongType: 'ignored' } },
  {
    question: 'order-shape',
    left: { orders: { data: [{ id: 9 }], page: 1 } },
    right: { orders: { orders: [{ id: 9 }], page: 1 } },
  },
  {
    question: 'order-shape',
    left: { orders: { data: [{ id: 9 }], page: 1 } },
    right: { orders: { data: [{ id: 9 }] } },
  },
];
