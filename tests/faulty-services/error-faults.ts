import {
  asHtml,
  asText,
  compressedUnasked,
  errorsAs,
  failing,
  responsesWhere,
  responsesWith,
  successesOf,
} from './changes.js';
import type { Fault } from './faulty-service.js';

const shape = {
  breaks: 'errors.every-error-is-an-error-object',
  seenAt: 'read',
  caughtBy: ['errors/shape'],
} as const;
const code = { ...shape, breaks: 'error-body.code' } as const;
const message = { ...shape, breaks: 'error-body.message' } as const;
const status = { ...shape, breaks: 'error-body.status' } as const;
const repeats = {
  breaks: 'errors.status-repeats-http-status',
  seenAt: 'read',
  caughtBy: ['errors/status-matches'],
} as const;
const orders = { breaks: 'orders.exists', seenAt: 'read', caughtBy: ['orders/answers'] } as const;
const lookup = {
  breaks: 'pets.is-deprecated-with-sunset-date',
  seenAt: 'read',
  caughtBy: ['versioning/deprecated-answers'],
} as const;

/** The bodies of errors (§2.4, §7), and the two operations that only have to respond (§4.4). */
export const errorFaults: Readonly<Record<string, Fault>> = {
  'writes errors as plain text': {
    ...shape,
    ...responsesWhere(
      ({ status: http }) => http >= 400,
      (response) => asText(response, 'text/plain', 'Unauthorized'),
    ),
  },
  'writes errors as a JSON string': { ...shape, ...errorsAs((error) => error.message) },
  'leaves errors empty': { ...shape, ...errorsAs(() => undefined) },
  'writes null for an error': { ...shape, ...errorsAs(() => null) },
  'wraps errors in an object': { ...shape, ...errorsAs((error) => ({ error })) },
  'lists errors': { ...shape, ...errorsAs((error) => [error]) },
  'writes errors as problem details': {
    ...shape,
    ...errorsAs((error) => ({ type: 'about:blank', title: error.code, detail: error.message, status: error.status })),
  },
  'has no code in errors': { ...code, ...errorsAs((error) => ({ message: error.message, status: error.status })) },
  'numbers the codes of errors': { ...code, ...errorsAs((error) => ({ ...error, code: error.status })) },
  'leaves the code of errors empty': { ...code, ...errorsAs((error) => ({ ...error, code: '' })) },
  'writes null for the code of errors': { ...code, ...errorsAs((error) => ({ ...error, code: null })) },
  'has no message in errors': { ...message, ...errorsAs((error) => ({ code: error.code, status: error.status })) },
  'leaves the message of errors empty': { ...message, ...errorsAs((error) => ({ ...error, message: '' })) },
  'lists the messages of errors': { ...message, ...errorsAs((error) => ({ ...error, message: [error.message] })) },
  'has no status in errors': { ...status, ...errorsAs((error) => ({ code: error.code, message: error.message })) },
  'writes the status of errors as a string': {
    ...status,
    ...errorsAs((error) => ({ ...error, status: String(error.status) })),
  },
  'writes the status of errors in words': { ...status, ...errorsAs((error) => ({ ...error, status: 'error' })) },
  'writes null for the status of errors': { ...status, ...errorsAs((error) => ({ ...error, status: null })) },
  'returns every error with 200': {
    ...shape,
    caughtBy: ['auth/required/listInventory', 'auth/invalid-key'],
    ...responsesWhere(
      ({ status: http }) => http >= 400,
      (response) => ({ ...response, status: 200 }),
    ),
  },
  'compresses errors for clients that accept no compression': {
    ...shape,
    caughtBy: ['errors/shape', 'body/json'],
    ...compressedUnasked(({ status: http }) => http >= 400),
  },
  'compresses a 400 for clients that accept no compression': {
    ...shape,
    seenAt: 'write',
    caughtBy: ['errors/shape', 'body/json'],
    ...compressedUnasked(({ status: http }) => http === 400),
  },
  'leaves a 404 empty': { ...shape, seenAt: 'write', ...errorsAs(() => undefined, [404]) },
  'returns a 404 with a page of HTML': { ...shape, seenAt: 'write', ...responsesWith(404, asHtml) },
  'returns a 400 with the default page of a framework': {
    ...shape,
    seenAt: 'write',
    ...responsesWith(400, (response) => asText(response, 'text/html', '<pre>SyntaxError: Unexpected token</pre>')),
  },
  'has no code in a 400': {
    ...code,
    seenAt: 'write',
    ...errorsAs((error) => ({ message: error.message, status: error.status }), [400]),
  },

  'has status 200 in the body of every error': { ...repeats, ...errorsAs((error) => ({ ...error, status: 200 })) },
  'has status 0 in the body of every error': { ...repeats, ...errorsAs((error) => ({ ...error, status: 0 })) },
  'has status 403 in the body of a 401': { ...repeats, ...errorsAs((error) => ({ ...error, status: 403 }), [401]) },
  'has status 422 in the body of a 400': {
    ...repeats,
    seenAt: 'write',
    ...errorsAs((error) => ({ ...error, status: 422 }), [400]),
  },
  'has status 400 in the body of a 404': {
    ...repeats,
    seenAt: 'write',
    ...errorsAs((error) => ({ ...error, status: 400 }), [404]),
  },

  'returns 404 for orders': { ...orders, ...failing('listOrders', 404) },
  'fails at orders': { ...orders, ...failing('listOrders', 500) },
  'returns 503 for orders': { ...orders, breaks: 'service.has-pets-and-store-areas', ...failing('listOrders', 503) },
  'shows orders as a page of HTML': { ...orders, ...successesOf('listOrders', asHtml) },
  'fails at the deprecated lookup': { ...lookup, ...failing('showPet', 500) },
  'has the deprecated lookup not implemented': { ...lookup, ...failing('showPet', 501) },
  'shows a pet as a page of HTML': { ...lookup, ...successesOf('showPet', asHtml) },
};
