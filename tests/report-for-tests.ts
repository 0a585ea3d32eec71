import { buildReport, type ReportParts } from '../contract-tests/report/build-report.js';
import type { Report } from '../contract-tests/report/report.js';
import type { Transcript } from '../src/exchange/transcript.js';
import type { Verdict } from '../src/judge/judge.js';
import type { Observation } from '../src/judge/observations/observe.js';
import type { Finding, Rule } from '../src/judge/rule.js';
import type { StatementId } from '../src/service/statements.js';
import { type ExchangeInit, noKey, recorded, START_MS, settings, wrongKey } from './recorded.js';

/** A body of a hostile service that tries to break out of a report into its viewer. */
export const HOSTILE =
  '</script><img src=x onerror=alert(1)>\u001b[2J\u202e]]>&amp;\n::error::owned\r##vso[task.complete]"\u0000\u0007\ufffe';

const stock = [
  { petId: 1, quantity: 12, status: 'available' },
  { petId: 2, quantity: 0, status: 'sold' },
  { petId: 9007199254740993n.toString(), quantity: 3, status: 'pending' },
];

const sampleExchanges: readonly ExchangeInit[] = [
  { body: stock },
  { path: '/store/orders', body: [] },
  { path: '/pets/1', body: { id: 1, name: 'Bello' } },
  { method: 'HEAD', body: '' },
  { body: stock, headers: { 'X-RateLimit-Remaining': undefined } },
  { body: stock },
  { credential: noKey, status: 401 },
  { path: '/store/orders', credential: noKey, status: 401 },
  { path: '/pets/1', credential: noKey, status: 401 },
  { credential: wrongKey, body: stock },
  { credential: wrongKey, status: 401 },
  { method: 'PATCH', path: '/inventory/1', sends: '{}', status: 400 },
  {
    method: 'PATCH',
    path: '/inventory/1',
    sends: '{"quantity":"3"}',
    status: 200,
    body: { ...stock[0], quantity: '3' },
  },
  { method: 'PATCH', path: '/inventory/1', sends: '{"quantity":1.5}', status: 400 },
  {
    method: 'PATCH',
    path: '/inventory/1',
    sends: '{"quantity":null}',
    status: 500,
    body: HOSTILE,
    headers: { 'X-Hostile': HOSTILE },
  },
  { method: 'PATCH', path: '/inventory/1', sends: '{"quantity":', status: 400 },
  { method: 'PATCH', path: '/inventory/404', sends: '{"quantity":3}', status: 404 },
  { body: stock },
  { method: 'PATCH', path: '/inventory/1', sends: '{"quantity":3}', body: { ...stock[0], quantity: 3 } },
  { body: stock, atMs: 2_000 },
  { status: null, atMs: 2_100 },
  { status: 429, headers: { 'Retry-After': 'soon', 'X-RateLimit-Remaining': '0' }, atMs: 2_200 },
  {
    body: stock,
    headers: { 'X-RateLimit-Remaining': '59', 'X-RateLimit-Reset': String(START_MS / 1000 + 120) },
    atMs: 62_000,
  },
  { method: 'OPTIONS', status: 405, atMs: 62_100 },
  {
    body: `[${'{"petId":7,"quantity":1,"status":"available"},'.repeat(400)}{}]`,
    headers: { 'X-RateLimit-Remaining': '57' },
    atMs: 62_200,
  },
];

/** A run with every kind of exchange. */
export function sampleTranscript(stopped?: string): Transcript {
  const { exchanges } = recorded(...sampleExchanges);
  const { level, ...rest } = settings;
  const run = { ...rest, level: level ?? 'exhaust', petId: '1', seed: 42, stopped };
  return { exchanges: exchanges.map((one) => ({ ...one, probe: 'read' })), run };
}

interface Sketch {
  readonly outcome?: Verdict['outcome'];
  readonly findings?: readonly Finding[];
  readonly reason?: string;
  readonly severity?: Rule['severity'];
  readonly class?: Rule['class'];
  readonly since?: string;
}

/** Creates a verdict on a rule, which need not exist. */
export function verdict(id: string, title: string, statement: StatementId, sketch: Sketch = {}): Verdict {
  const {
    findings = [],
    reason,
    severity = 'documented',
    outcome = findings.length > 0 ? 'violation' : 'pass',
  } = sketch;
  const rule: Rule = {
    id,
    since: sketch.since ?? '0.2',
    title,
    statements: [statement],
    severity,
    class: sketch.class ?? 'passive',
    judge: () => [],
  };
  return { rule, outcome, findings, unconfirmed: [], reason, exchanges: findings.map(({ exchange }) => exchange) };
}

export function finding(exchange: number, rest: Partial<Finding> = {}): Finding {
  return {
    exchange,
    related: [],
    problem: 'the response is wrong',
    expected: 'another one',
    received: 'this one',
    pointer: undefined,
    statement: undefined,
    isExplainable: false,
    ...rest,
  };
}

const missingHeader = (exchange: number) =>
  finding(exchange, {
    problem: 'X-RateLimit-Remaining is missing',
    expected: 'X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset',
    received: 'X-RateLimit-Limit: 60, X-RateLimit-Reset: 1795262460',
  });

const sampleVerdicts: readonly Verdict[] = [
  verdict('body/json', 'Every body is JSON', 'service.http-with-json-bodies', {
    findings: [
      finding(15, {
        problem: `the body is not JSON: ${HOSTILE}`,
        expected: 'a JSON body',
        received: HOSTILE,
        pointer: '',
      }),
    ],
  }),
  verdict(
    'body/content-type',
    'Every response with a body has Content-Type application/json',
    'service.bodies-are-application-json',
  ),
  verdict('status/documented', 'Every request gets a documented status', 'update.answers-400', {
    findings: [
      finding(15, {
        problem: 'a PATCH with a quantity that is null gets 500',
        expected: '200, 400, 401, 404 or 429',
        received: '500',
      }),
    ],
  }),
  verdict(
    'limits/headers-present',
    'Every response carries the three rate-limit headers',
    'limits.every-response-carries-headers',
    {
      findings: [missingHeader(5), missingHeader(6), missingHeader(18), missingHeader(20), missingHeader(23)],
    },
  ),
  verdict('limits/well-formed', 'The rate-limit headers are numbers', 'limits.limit-is-of-the-plan'),
  verdict('limits/remaining-within-limit', 'Remaining is not above Limit', 'limits.remaining-is-requests-left', {
    severity: 'implied',
  }),
  verdict('limits/plan', 'Limit is one of the plan', 'limits.free-plan'),
  verdict('limits/reset-plausible', 'Reset lies ahead, at most a day', 'limits.reset-is-unix-timestamp'),
  verdict('limits/remaining-falls', 'Remaining falls with each request', 'limits.remaining-is-requests-left', {
    class: 'read',
  }),
  verdict('limits/enforced', 'Not more requests than Limit succeed in one window', 'limits.exceeded-answers-429', {
    class: 'exhaust',
    outcome: 'skipped',
    reason: 'needs --level exhaust',
  }),
  verdict('limits/429-retry-after', 'A 429 says when to come back', 'limits.429-carries-retry-after', {
    class: 'exhaust',
    findings: [
      finding(22, {
        problem: 'Retry-After is neither whole seconds nor an HTTP-date',
        expected: 'Retry-After: 60, or Retry-After: Sat, 21 Nov 2026 12:01:00 GMT',
        received: 'Retry-After: soon',
      }),
    ],
  }),
  verdict(
    'auth/required/listInventory',
    'GET /inventory without a key gets 401',
    'auth.missing-or-invalid-key-answers-401',
  ),
  verdict('auth/required/updateInventory', 'PATCH /inventory/{petId} without a key gets 401', 'update.answers-401', {
    class: 'write',
    outcome: 'inconclusive',
    reason: 'the connection was reset',
  }),
  verdict('auth/invalid-key', 'A wrong key gets 401', 'auth.missing-or-invalid-key-answers-401', {
    class: 'read',
    findings: [
      finding(10, {
        problem: 'a wrong key was let in',
        expected: '401 with an Error body',
        received: '200 with a list of 3 items',
        related: [1],
      }),
    ],
  }),
  verdict('errors/shape', 'Every error has a code, a message and a status', 'errors.every-error-is-an-error-object'),
  verdict('errors/status-matches', 'The status of an error is the HTTP status', 'errors.status-repeats-http-status'),
  verdict('inventory/list-shape', 'The list is an array of InventoryItems', 'inventory.answers-200-with-items', {
    findings: [
      finding(1, {
        problem: 'petId is no int64',
        expected: 'an integer between −2^63 and 2^63−1',
        received: '"9007199254740993"',
        pointer: '/2/petId',
      }),
    ],
  }),
  verdict('inventory/unique-pets', 'No pet is in the list twice', 'inventory.lists-every-pet', {
    severity: 'implied',
  }),
  verdict('update/answer', 'An update returns the updated item', 'update.answers-200-with-updated-item', {
    class: 'write',
  }),
  verdict('update/stored', 'A later GET shows the quantity', 'update.sets-quantity', {
    class: 'write',
    findings: [
      finding(20, {
        problem: 'the quantity that was sent was not stored',
        expected: 'pet 1 with quantity 3, as PATCH returned in exchange 19',
        received: 'quantity 12',
        pointer: '/0/quantity',
        related: [1, 19],
        isExplainable: true,
      }),
    ],
  }),
  verdict('update/rejects/string', 'A quantity that is a string gets 400', 'inventory-update.quantity', {
    class: 'write',
    findings: [
      finding(13, {
        problem: 'a quantity that is a string was accepted',
        expected: '400 with an Error body',
        received: '200',
        related: [12],
      }),
    ],
  }),
  verdict('update/rejects/missing', 'A body without a quantity gets 400', 'update.answers-400', {
    class: 'write',
  }),
  verdict('update/unknown-pet', 'An id that is not listed gets 404', 'update.answers-404', { class: 'write' }),
  verdict('messages/answer', 'Sending a message returns a Message', 'messages.answers-with-message', {
    class: 'write',
    outcome: 'inconclusive',
    reason: `no message was sent ${HOSTILE}`,
  }),
  verdict(
    'versioning/deprecated-answers',
    'The deprecated operation still responds',
    'pets.is-deprecated-with-sunset-date',
  ),
  verdict('orders/answers', 'The list of orders exists', 'orders.exists'),
];

const sampleObservations: readonly Observation[] = [
  {
    question: 'list-order',
    choice: 'ascending',
    note: 'by petId in all 6 lists',
    exchanges: [1, 5, 6, 18, 20, 23],
    sightings: 6,
    unseen: [],
  },
  {
    question: 'unauthenticated-quota',
    choice: undefined,
    note: 'the 401 responses had other limits',
    exchanges: [7, 8],
    sightings: 2,
    unseen: [],
  },
  {
    question: 'refused-requests-count',
    choice: { '400': true, '404': true, '429': false },
    note: 'Remaining fell by one after each 400 and 404',
    exchanges: [12, 14, 17],
    sightings: 3,
    unseen: [],
  },
  {
    question: 'error-codes',
    choice: { unauthorized: HOSTILE, not_found: 'NO_SUCH_PET' },
    note: `a code was ${HOSTILE}`,
    exchanges: [15],
    sightings: 1,
    unseen: [],
  },
  {
    question: 'unknown-method',
    choice: 405,
    note: 'PROPFIND /inventory got 405',
    exchanges: [4],
    sightings: 1,
    unseen: [],
  },
  {
    question: 'ban-threshold',
    choice: undefined,
    note: 'finding out would harm',
    exchanges: [],
    sightings: 0,
    unseen: [],
  },
  {
    question: 'unknown-method',
    choice: 405,
    note: 'OPTIONS got 405',
    exchanges: [24],
    sightings: 1,
    unseen: [],
  },
];

/** The results of a check of {@link sampleTranscript}, including violations with valid and expired waivers. */
export function sampleParts(changes: Partial<ReportParts> = {}): ReportParts {
  return {
    transcript: sampleTranscript('the wait of 120 s is longer than the 20s left of --max-time 5m'),
    settings,
    verdicts: sampleVerdicts,
    decidedIfExclusive: new Set(),
    observations: sampleObservations,
    waivers: [
      { rule: 'update/rejects/string', reason: 'old clients send strings, PETS-7', expires: '2027-01-31' },
      { rule: 'inventory/list-shape', reason: 'to be mended in October, PETS-9', expires: '2026-10-31' },
      { rule: 'limits/plan', reason: 'the gateway was replaced, PETS-11', expires: '2027-01-31' },
    ],
    failOnInconclusive: false,
    version: '0.2.0',
    rulesUpTo: undefined,
    failOnStaleWaivers: false,
    leftBehind: 'pet 1 has quantity 3 instead of 12; petstore-mock restore puts it back',
    budget: 40,
    nowMs: START_MS,
    ...changes,
  };
}

export function sampleReport(changes: Partial<ReportParts> = {}): Report {
  return buildReport(sampleParts(changes));
}

/** A check without violations. */
export function cleanParts(): ReportParts {
  const passed = sampleVerdicts.map((one): Verdict => ({ ...one, outcome: 'pass', findings: [], reason: undefined }));
  return sampleParts({ transcript: sampleTranscript(), verdicts: passed, waivers: [], leftBehind: undefined });
}
