import { headerIn, withHeader } from '../conformant-service/service.js';
import type { Call, Changes } from '../conformant-service/steps.js';
import { codes, type Traits } from '../conformant-service/traits.js';
import { errorsAs, everyResponse, headerAs, limitsAs, responsesWhere } from '../faulty-services/changes.js';
import { plainDeployment } from './deployments.js';

/** What a team changes between two releases, or what differs between staging and production. Both sides conform. */
export interface OrdinaryChange extends Changes {
  readonly traits?: Partial<Traits>;
  /** What the path of one of the differences has to match. */
  readonly named: RegExp;
  /** The lowest level whose requests show it; default `write`. */
  readonly isShownAt?: 'exhaust';
}

const HOUR_MS = 3_600_000;
const setHeader = (name: string, value?: string) => everyResponse((response) => withHeader(response, name, value));
const bodyAs = (change: (text: string) => string): Changes =>
  everyResponse((response) => ({ ...response, body: change(response.body) }));

const takesGzip = ({ request }: Call) => /gzip/.test(headerIn(request.headers, 'accept-encoding') ?? '');
const hasQuery = ({ request }: Call) => request.url.includes('?');

/** Rejects some good requests with a 400. */
const rejecting = (test: (call: Call) => boolean): Changes => ({
  operate: (usual) => (call) => (test(call) ? call.steps.error(call, 400, 'field unknown') : usual(call)),
});

const numbersAs = (form: string) => bodyAs((text) => text.replace(/("quantity":\d+)(?=[,}])/g, `$1${form}`));

export const ordinaryChanges: Readonly<Record<string, OrdinaryChange>> = {
  'the window is an hour': {
    ...limitsAs(({ resetMs }) => ({ resetMs: resetMs + HOUR_MS })),
    named: /x-ratelimit-reset/,
  },
  'windows begin with the clock’s minute': {
    traits: { windows: 'by the clock' },
    named: /window-start/,
    isShownAt: 'exhaust',
  },
  'the day is described': { traits: { described: 'the day' }, named: /described-window|x-ratelimit-reset/ },
  'responses are compressed': {
    ...responsesWhere(
      (response, call) => takesGzip(call) && response.body !== '',
      // The client has decoded it.
      (response) => withHeader(response, 'Content-Encoding', 'gzip'),
    ),
    named: /content-encoding/,
  },
  'quantities are written as 5.0': { ...numbersAs('.0'), named: /quantity/ },
  '5.0 is no integer': {
    ...rejecting(({ request }) => /"quantity":\s*\d+\.0+\s*\}/.test(request.body ?? '')),
    named: /^request\/.*\/status/,
  },
  'messages have at most 1,000 characters': {
    ...rejecting(({ operation, request }) => operation === 'sendMessage' && (request.body?.length ?? 0) > 1_000),
    named: /^request\/.*\/status/,
  },
  'unknown query parameters are rejected': { ...rejecting(hasQuery), named: /^request\/.*\/status/ },
  'ids may not have leading zeros': {
    traits: { readId: (segment) => (/^-?0\d/.test(segment) ? undefined : plainDeployment.readId(segment)) },
    named: /^request\/.*\/status/,
  },
  'a path may end with a slash': {
    operate: (usual) => (call) => (call.path === '/store/orders/' ? call.steps.listOrders(call) : usual(call)),
    named: /^request\/.*\/status/,
  },
  'the server is of another version': { traits: { headers: () => [['Server', 'pets/10']] }, named: /header\/server/ },
  'responses are sent by another server': {
    traits: { headers: () => [['X-Powered-By', 'Express']] },
    named: /header\/x-powered-by/,
  },
  'nothing may be stored': { traits: { cacheControl: 'no-store' }, named: /header\/cache-control/ },
  'pages of any origin may read the responses': {
    ...setHeader('Access-Control-Allow-Origin', '*'),
    named: /header\/access-control-allow-origin/,
  },
  'responses have an ETag': {
    ...responsesWhere(
      ({ status }, { request }) => status === 200 && request.method === 'GET',
      (response) => withHeader(response, 'ETag', `"${response.body.length}"`),
    ),
    named: /header\/etag/,
  },
  'Allow names OPTIONS, too': { ...headerAs('Allow', (usual) => `${usual}, OPTIONS`), named: /header\/allow/ },
  'the type has a charset': {
    ...headerAs('Content-Type', () => 'application/json; charset=utf-8'),
    named: /header\/content-type/,
  },
  'one text of an error is another one': {
    ...errorsAs((error) => ({
      ...error,
      message: error.message.replace('field missing', 'quantity is required'),
    })),
    named: /error-messages|\/message$/,
  },
  'texts of errors end without a full stop': {
    ...errorsAs((error) => ({ ...error, message: error.message.replace(/\.$/, '') })),
    named: /error-messages/,
  },
  'one code is another one': {
    traits: {
      error: (situation, status) => ({
        code: situation === 'field out of range' ? 'out_of_range' : (codes[status] ?? 'rejected'),
        message: `Rejected: ${situation}.`,
      }),
    },
    named: /error-codes|\/code$/,
  },
  'errors have a trace id': {
    ...errorsAs((error) => ({ ...error, traceId: '4bf92f3577b34da6' })),
    named: /traceId/,
  },
  'items have a further field': { traits: { itemFields: { warehouse: 'north' } }, named: /warehouse/ },
  'messages have a further field': {
    sendMessage: (usual) => (call) => {
      const reply = usual(call);
      return reply.status < 300 ? { ...reply, body: { ...(reply.body as object), channel: 'default' } } : reply;
    },
    named: /channel/,
  },
  'ids of messages are UUIDs': {
    traits: {
      messageId: (count) => `6f1c0de8-1b0f-4c39-9a5e-${String(count).padStart(12, '0')}`,
    },
    named: /sendMessage|message/,
  },
  'times have no milliseconds': {
    traits: { createdAt: (ms) => new Date(ms).toISOString().replace(/\.\d+/, '') },
    named: /createdAt/,
  },
  'the state of an order is in capitals': {
    traits: {
      orders: [
        { id: 1, petId: 2, quantity: 1, status: 'PLACED' },
        { id: 2, petId: 1, quantity: 3, status: 'DELIVERED' },
      ],
    },
    named: /listOrders|order/,
  },
  'ids of pets are texts': {
    traits: { pet: ({ petId, status }) => ({ id: String(petId), name: 'Rex', status }) },
    named: /id/,
  },
  'the list of orders is within an object': {
    traits: { orders: { items: [{ id: 1, petId: 2, quantity: 1, status: 'placed' }] } },
    named: /order/,
  },
  'quantities end at 9,999': { traits: { quantities: [0n, 9_999n] }, named: /quantity-range/ },
  'Retry-After is a date': { traits: { retryAfter: 'date' }, named: /retry-after-format/, isShownAt: 'exhaust' },
  'rejected requests are free': { traits: { free: [400, 404] }, named: /refused-requests-count/ },
  'HEAD gets 405': {
    operate: (usual) => (call) =>
      call.request.method === 'HEAD'
        ? { ...call.steps.error(call, 405, 'method unknown'), headers: [['Allow', 'GET']] }
        : usual(call),
    named: /head|^request/,
  },
};
