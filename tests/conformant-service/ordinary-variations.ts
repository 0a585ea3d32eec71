import type { Json } from './json.js';
import { type Headers, headerIn, type ServiceResponse, withHeader } from './service.js';
import type { Call, Changes } from './steps.js';
import type { OperationName, Situation, Traits } from './traits.js';

// What real deployments differ in though they conform, each in its plainest form. One of each kind can be combined with any others.

interface Rejected {
  readonly situation: Situation;
  readonly status: number;
  readonly petId: string;
  readonly count: number;
  readonly operation: OperationName | undefined;
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export interface OrdinaryVariation {
  readonly traits?: Partial<Traits>;
  readonly changes?: Changes;
  /** Added to every response. */
  readonly headers?: (count: number, status: number) => Headers;
  readonly code?: (rejected: Rejected) => string;
  readonly message?: (rejected: Rejected) => string;
  /** Further fields of errors. */
  readonly fields?: (rejected: Rejected) => { readonly [field: string]: Json };
}

const always = (...headers: Headers): OrdinaryVariation => ({ headers: () => headers });
const inErrors = (fields: (rejected: Rejected) => { readonly [field: string]: Json }): OrdinaryVariation => ({
  fields,
});
const finished = (change: (response: ServiceResponse, call: Call) => ServiceResponse): OrdinaryVariation => ({
  changes: { finish: (usual) => (call, response) => change(usual(call, response), call) },
});

const words = (situation: Situation) => situation.split(' ');
const pascal = (situation: Situation) =>
  words(situation)
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');

/** Hex digits that look random. */
function hex(count: number, digits: number): string {
  let text = '';
  for (let value = count * 2_654_435_761; text.length < digits; ) {
    value = (value * 1_103_515_245 + 12_345) % 2 ** 31;
    text += value.toString(16).padStart(8, '0').slice(0, 4);
  }
  return text.slice(0, digits);
}

const uuid = (count: number) =>
  [hex(count, 8), hex(count + 1, 4), `4${hex(count + 2, 3)}`, `a${hex(count + 3, 3)}`, hex(count + 4, 12)].join('-');

const servers: Readonly<Record<string, OrdinaryVariation>> = {
  'Server: pets/9': always(['Server', 'pets/9']),
  'nginx says its version': always(['Server', 'nginx/1.25.3']),
  Express: always(['X-Powered-By', 'Express']),
  'Apache on Debian': always(['Server', 'Apache/2.4.58 (Debian)']),
  IIS: always(['Server', 'Microsoft-IIS/10.0'], ['X-Powered-By', 'ASP.NET'], ['X-AspNet-Version', '4.0.30319']),
  uvicorn: always(['server', 'uvicorn']),
  'a load balancer': always(['Server', 'awselb/2.0'], ['Via', '1.1 google']),
  'a build number': always(['X-Version', '2024.11.3-rc2+build.4711'], ['X-Commit', '9f86d081']),
};

const headers: Readonly<Record<string, OrdinaryVariation>> = {
  'security headers': always(
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
    ['Referrer-Policy', 'no-referrer'],
  ),
  'an API version': always(['X-API-Version', '2024-05-01']),
  'a region': always(['X-Region', 'eu-central-1'], ['X-Cluster', 'blue-2']),
  'no cache may store anything': {
    ...always(['Pragma', 'no-cache'], ['Expires', '0']),
    traits: { cacheControl: 'no-cache, no-store, max-age=0, must-revalidate' },
  },
  'private for no time': {
    ...always(['Vary', 'Accept, Authorization']),
    traits: { cacheControl: 'private, max-age=0' },
  },
  'a language': always(['Content-Language', 'en']),
  'request ids': { headers: (count) => [['X-Request-Id', uuid(count)]] },
  'correlation ids': { headers: (count) => [['X-Correlation-ID', hex(count, 32)]] },
  'the time it took': { headers: (count) => [['X-Response-Time', `${(count % 7) + 3}ms`]] },
  'a sticky cookie': always(['Set-Cookie', 'node=web-3; Path=/; HttpOnly']),
  'headers of errors': {
    headers: (_, status) => (status < 400 ? [['X-Result', 'ok']] : [['X-Error-Docs', 'https://docs.pets.test/errors']]),
  },
};

const codes: Readonly<Record<string, OrdinaryVariation>> = {
  'UPPER_CASE codes': { code: ({ situation }) => words(situation).join('_').toUpperCase() },
  'PascalCase codes': { code: ({ situation }) => `${pascal(situation)}Exception` },
  'codes with numbers': { code: ({ situation, status }) => `PET-${status}${words(situation).length}` },
  'the status as a code': { code: ({ status }) => String(status) },
  'a code for each status': { code: ({ status }) => `http_${status}` },
  'codes by operation': {
    code: ({ situation, operation = 'gateway' }) =>
      `${situation.startsWith('key') ? 'gateway' : operation}.${words(situation).join('-')}`,
  },
};

/** A line of a validator: the type that came. */
const typeOf = ({ body }: Rejected) => {
  const [, value = ''] = /:\s*(.*?)\s*}?$/s.exec(body) ?? [];
  if (/^-?\d+\.\d+/.test(value)) return 'float';
  return /^"/.test(value) ? 'string' : /^\[/.test(value) ? 'array' : /^\{/.test(value) ? 'object' : value;
};

const fieldOf = ({ operation }: Rejected) => (operation === 'sendMessage' ? 'message' : 'quantity');
const thing = ({ operation, situation }: Rejected) =>
  operation === 'updateInventory' && !situation.startsWith('key') ? 'Inventory item' : 'Pet';

const messages: Readonly<Record<string, OrdinaryVariation>> = {
  'texts that name the field': {
    message: (rejected) => {
      const { situation, status } = rejected;
      return situation.startsWith('field') ? `'${fieldOf(rejected)}': ${situation}` : `HTTP ${status}: ${situation}`;
    },
  },
  'texts that name the operation': {
    message: ({ situation, operation = 'router' }) =>
      situation.startsWith('key') ? `Access denied: ${situation}` : `${operation} failed, ${situation}`,
  },
  'texts that name the pet': {
    message: (rejected) =>
      /^pet|^id/.test(rejected.situation)
        ? `${thing(rejected)} ${rejected.petId} not found`
        : `Request rejected: ${rejected.situation}`,
  },
  'one text for each status': {
    message: ({ status }) => ({ 400: 'Bad Request', 401: 'Unauthorized', 404: 'Not Found' })[status] ?? 'Error',
  },
  'German texts': { message: ({ situation }) => `Die Anfrage wurde abgelehnt („${situation}“).` },
  'texts of a validator': {
    message: (rejected) => {
      const { situation } = rejected;
      if (situation === 'field missing') return `${fieldOf(rejected)}: Required`;
      if (situation !== 'field wrong') return `Invalid request: ${situation}`;
      return `${fieldOf(rejected)}: Expected ${rejected.operation === 'sendMessage' ? 'string' : 'integer'}, received ${typeOf(rejected)}`;
    },
  },
  'texts with the method and the path': {
    message: ({ situation, method, path }) =>
      /^(?:path|method)/.test(situation) ? `Cannot ${method} ${path}` : `Bad request: ${situation}`,
  },
  'long texts': {
    message: (rejected) =>
      `We could not process your request because of this problem: ${rejected.situation}. See the manual of the ${thing(rejected)} API.`,
  },
};

const errorFields: Readonly<Record<string, OrdinaryVariation>> = {
  'errors have a link to the docs': inErrors(() => ({ docs: 'https://docs.pets.test/errors', retryable: false })),
  'errors have a trace id': inErrors(({ count }) => ({ traceId: hex(count, 16) })),
  'errors have a service and a time': inErrors(({ count }) => ({
    service: 'pets',
    timestamp: new Date(Date.UTC(2026, 10, 21, 12) + count * 1_000).toISOString(),
  })),
  'errors have the path and the time': inErrors(({ count, path }) => ({
    timestamp: new Date(Date.UTC(2026, 10, 21, 12) + count * 1_000).toISOString(),
    path,
  })),
  'errors have the name of their status': inErrors(({ status }) => ({
    error: { 400: 'Bad Request', 401: 'Unauthorized', 404: 'Not Found' }[status] ?? 'Error',
  })),
  'errors have details': inErrors((rejected) => ({
    details: rejected.situation.startsWith('field') ? [{ field: fieldOf(rejected), issue: rejected.situation }] : [],
  })),
  'errors have details about fields only': inErrors((rejected) =>
    rejected.situation.startsWith('field') ? { field: fieldOf(rejected) } : {},
  ),
  'errors are problems': inErrors(({ situation }) => ({ type: 'about:blank', title: pascal(situation), detail: null })),
};

const ids: Readonly<Record<string, OrdinaryVariation>> = {
  'malformed ids get 404': { traits: { malformedId: 404 } },
  'ids beyond int64 get 400, letters 404': { traits: { malformedId: (id) => (/^-?\d+$/.test(id) ? 400 : 404) } },
  'letters get 400, ids beyond int64 404': { traits: { malformedId: (id) => (/^-?\d+$/.test(id) ? 404 : 400) } },
};

const methods: Readonly<Record<string, OrdinaryVariation>> = {
  'other methods get 404': { traits: { unknownMethod: 404 } },
  'Allow has one method': allow((allowed) => allowed.split(', ', 1).join()),
  'Allow has OPTIONS': allow((allowed) => `${allowed}, OPTIONS`),
  'Allow has no blanks': allow((allowed) => `OPTIONS,${allowed.replaceAll(' ', '')}`),
};

function allow(change: (allowed: string) => string): OrdinaryVariation {
  return finished((response) => {
    const allowed = headerIn(response.headers, 'allow');
    return allowed === undefined ? response : withHeader(response, 'Allow', change(allowed));
  });
}

const windows: Readonly<Record<string, OrdinaryVariation>> = {
  'windows by the clock': { traits: { windows: 'by the clock' } },
  'sliding windows': { traits: { windows: 'sliding' } },
  'the day is described, and ends at midnight': {
    traits: { plan: 'free', described: 'the day', windows: 'by the clock' },
  },
  'the day ends at midnight, a minute begins with a request': {
    traits: { plan: 'free', described: 'the day', windows: 'by the day' },
  },
};

const clocks: Readonly<Record<string, OrdinaryVariation>> = {
  'a clock 4 seconds ahead': skewed(4),
  'a clock 41 seconds behind': skewed(-41),
  'a clock 3 minutes ahead': skewed(183),
};

/** All that the service does is by its own clock. */
function skewed(seconds: number): OrdinaryVariation {
  return { traits: { skewMs: seconds * 1_000 } };
}

const quotas: Readonly<Record<string, OrdinaryVariation>> = {
  'errors are free': { traits: { free: [400, 404, 405, 413, 415] } },
  'the Pro plan': { traits: { plan: 'pro', quota: { perMinute: 300, perDay: 10_000 } } },
  'the Business plan': { traits: { plan: 'business', quota: { perMinute: 1_000, perDay: 100_000 } } },
  'fields of the IETF': { traits: { ietfFields: { policies: 'all', limits: 'all', names: ['minute', 'day'] } } },
  'Retry-After as a date': { traits: { retryAfter: 'date', retryDelaySeconds: 3 } },
  'strangers are counted': { traits: { strangers: 'are counted' } },
};

const layouts: Readonly<Record<string, OrdinaryVariation>> = {
  'pretty bodies': rewritten((text) => JSON.stringify(JSON.parse(text), null, 2)),
  'bodies end with a line': rewritten((text) => `${text}\n`),
  'status first in errors': rewritten((text) => text.replace(/^\{(.*),"status":(\d+)\}$/, '{"status":$2,$1}')),
  'a charset': finished((response) =>
    response.body === '' ? response : withHeader(response, 'Content-Type', 'application/json; charset=utf-8'),
  ),
};

/** Ids beyond 2^53 stay as they are. */
function rewritten(change: (text: string) => string): OrdinaryVariation {
  return finished((response) =>
    response.body === '' || /\d{16}/.test(response.body) ? response : { ...response, body: change(response.body) },
  );
}

const items: Readonly<Record<string, OrdinaryVariation>> = {
  'items have a warehouse': { traits: { itemFields: { warehouse: 'north', reserved: 0 } } },
  'items have a time': { traits: { itemFields: { updatedAt: '2026-05-04T10:11:12Z' } } },
  'the last pet comes first': { traits: { order: 'descending' } },
};

const bodies: Readonly<Record<string, OrdinaryVariation>> = {
  'no negative quantities': { traits: { quantities: [0n, 2_147_483_647n] } },
  'small quantities': { traits: { quantities: [0n, 10_000n] } },
  'unknown fields are rejected': { traits: { unknownFields: 'rejected' } },
  'other types get 415': { traits: { wrongType: 415, wrongTypeOfMessages: 415 } },
  'types are ignored in updates': { traits: { wrongType: 'ignored' } },
  'other types get 415, none gets 400': { traits: { wrongType: 'by kind', wrongTypeOfMessages: 415 } },
  'bodies up to 100 kB': { traits: { bytes: 102_400 } },
  'the last key of two counts': { traits: { sameKeyTwice: 'last wins' } },
};

const orders: Readonly<Record<string, OrdinaryVariation>> = {
  'the path is checked before the key': { traits: { sooner: ['path', 'method'] } },
  'the type is checked before the id': { traits: { sooner: ['key', 'path', 'method', 'size', 'type'] } },
  'the pet is looked for before the body': { traits: { sooner: ['key', 'path', 'method', 'id', 'pet'] } },
};

const sent: Readonly<Record<string, OrdinaryVariation>> = {
  'messages are accepted with 202': { traits: { messageStatus: 202, messageId: (count) => uuid(count) } },
  'messages are created with 201': { traits: { messageStatus: 201, messageId: (count) => hex(count, 24) } },
  'empty messages are rejected': { traits: { emptyMessages: 'blanks rejected' } },
  'messages live elsewhere and are not limited': { traits: { areMessagesLimited: false, messagesBasePath: '/mail' } },
};

const lookups: Readonly<Record<string, OrdinaryVariation>> = {
  'nothing says that the lookup is deprecated': { traits: { deprecation: [] } },
  'only pets that are found say that the lookup is deprecated': finished((response) =>
    response.status < 400
      ? response
      : ['Deprecation', 'Sunset', 'Link'].reduce((rest, name) => withHeader(rest, name), response),
  ),
  'a date of the sunset alone': { traits: { deprecation: [['Sunset', 'Wed, 01 Mar 2028 00:00:00 GMT']] } },
  'pets in an envelope': { traits: { pet: ({ petId, status }) => ({ data: { id: petId, name: 'Rex', status } }) } },
  'no orders': { traits: { orders: { orders: [], total: 0 } } },
};

const challenges: Readonly<Record<string, OrdinaryVariation>> = {
  'no challenge': { traits: { challenge: {} } },
  'a plain challenge': { traits: { challenge: { missing: 'Bearer', wrong: 'Bearer' } } },
  'two challenges': {
    traits: { challenge: { missing: 'Bearer realm="pets"', wrong: 'Bearer realm="pets", error="invalid_token"' } },
  },
  'a realm': { traits: { challenge: { missing: 'Bearer realm="pets"', wrong: 'Bearer realm="pets"' } } },
};

/** By what they differ in. */
export const ordinaryVariations: Readonly<Record<string, Readonly<Record<string, OrdinaryVariation>>>> = {
  ...{ servers, headers, codes, messages, errorFields, ids, methods, windows, clocks },
  ...{ quotas, layouts, items, bodies, orders, sent, lookups, challenges },
};
