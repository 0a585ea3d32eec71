import { handle } from '../../../../mocks/handle.js';
import type { SentRequest } from '../../../../mocks/journal/journal.js';
import type { RequestDetail, RequestPage, RequestWait } from '../../../admin/schemas/requests.js';
import type { AdminValues } from '../../../admin/schemas.js';
import type { LineFilter, LinePage, LinePart, LoggedRequests } from '../../../exchange/request-log.js';
import { writeHar } from '../../../exchange/write-har.js';
import { formatHttpDate } from '../../../json/dates.js';
import { parseDurationMs } from '../../../json/duration.js';
import { InputError, nameHint } from '../../../json/input-error.js';
import { jsonTextResponse } from '../../json-response.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import type { AdminCall, AdminContext, AdminRoutes } from '../admin-route.js';
import { AdminHttpError, done, RawResponse, serviceOf } from '../admin-route.js';
import { judgeRecent, serialiseExchange, serialiseLine } from '../serialise-requests.js';

export const requestsRoutes = {
  listRequests(call, context): RequestPage | Promise<RequestPage> {
    const { source, query, request } = call;
    const part = readPart(call);
    const filter = filterOf(call, context);
    if (query.text === undefined) return serialisePage(source.log.lines(filter, part));
    // Searching bodies takes long: others have their turn meanwhile.
    return source.log.search(query.text, filter, part, context.turns.start(request.signal)).then(serialisePage);
  },
  countRequests: (call, context): AdminValues['RequestCount'] => ({
    count: call.source.log.lines(filterOf(call, context), { limit: 1 }).total,
  }),
  waitForRequests,
  exportRequests({ source: { id, log, clock } }, { version }) {
    const har = writeHar(log, { name: 'petstore-mock', version });
    const headers = { 'Content-Disposition': `attachment; filename="petstore-mock-${id}.har"` };
    return new RawResponse(jsonTextResponse(200, har, clock.now(), headers));
  },
  getRequest({ source: { log }, served, path }, { mode }) {
    const { line, exchange } = recordedRequest(log, path);
    return serialiseExchange(line, exchange, mode.kind === 'fake' ? served.world.accounts : undefined);
  },
  replayRequest,
  clearRequests({ source }) {
    source.log.clear();
    return done;
  },
  getManners: ({ source, query: { since }, request }, { judgeManners, turns }) =>
    judgeRecent(source, judgeManners, turns.start(request.signal), { since }),
  getFindings: ({ source, query: { since }, request }, { judgeService, turns }) =>
    judgeRecent(source, judgeService, turns.start(request.signal), { since }),
  watchEvents({ source, request }, { events }) {
    const headers = {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      Date: formatHttpDate(source.clock.now()),
    };
    // A stream would never be read.
    const body = request.method === 'HEAD' ? undefined : events.open(source);
    return new RawResponse({ status: 200, headers, body, keyAlias: undefined });
  },
} satisfies Partial<AdminRoutes>;

/** Throws an InputError for an operation that the service does not have. */
function filterOf({ query }: Pick<AdminCall, 'query'>, { mode }: Pick<AdminContext, 'mode'>): LineFilter {
  const ids = Object.keys(serviceOf(mode).operations);
  if (query.operation !== undefined && !ids.includes(query.operation)) {
    throw new InputError('Selecting requests', 'unknown operation', nameHint(query.operation, ids, 'Operations'));
  }
  return query as LineFilter;
}

function serialisePage({ lines, total, next }: LinePage): RequestPage {
  return { items: lines.map(serialiseLine), total, next: next === undefined ? null : String(next) };
}

function readPart({ query: { order, limit, after } }: AdminCall): LinePart {
  if (after === undefined || /^\d+$/.test(after))
    return { order, limit, after: after === undefined ? undefined : Number(after) };
  const problem = 'after is not the number of a request';
  throw new InputError('Reading the journal', problem, 'Pass the next of the previous part as after.');
}

/** Returns the request of a path. Throws an AdminHttpError that names those that there are. */
function recordedRequest(log: LoggedRequests, path: AdminCall['path']) {
  const number = Number(path.number);
  const line = log.line(number);
  const exchange = log.exchange(number);
  if (line !== undefined && exchange !== undefined) return { line, exchange };
  const [first, last] = (['oldest', 'newest'] as const).map((order) => log.lines({}, { order, limit: 1 }).lines[0]);
  const remedy =
    first === undefined ? 'It is empty: send a request first.' : `Try any from ${first.number} to ${last?.number}.`;
  throw new AdminHttpError(404, `The journal has no request with this number. ${remedy}`);
}

/** Sends a request of the journal to its world again, with its secrets, but without a connection: nothing is delayed or cut off. */
function replayRequest(call: AdminCall): RequestDetail | Promise<RequestDetail> {
  const { served, worlds } = call;
  const { world, log, traffic } = served;
  const { number } = recordedRequest(log, call.path).line;
  const { method, path, query = '', headers, body } = world.journal.at(number) as SentRequest;
  if (body === 'too-large') {
    const why = 'its body was too large to record. Send it with curl.';
    throw new AdminHttpError(409, `The request cannot be sent again: ${why}`);
  }
  const { callerAddress } = call.request;
  const request = { method, path, query, headers, body, callerAddress, replayOf: number };
  const before = log.latest;
  if (worlds.carryOut !== undefined) {
    return worlds.carryOut(served.id, request).then(() => recordedReplay(served, number, before));
  }
  const response = handle(request, world);
  const replay = recordedReplay(served, number, before);
  traffic.count(response.cut === 'reset' ? undefined : response.status);
  return replay;
}

/** With other servers, further requests may have come since. */
const MOST_SINCE = 1_000;

function recordedReplay({ log, world }: ServedWorld, number: number, before: number): RequestDetail {
  const line = log.newest(before, MOST_SINCE).lines.findLast(({ replayOf }) => replayOf === number);
  if (line === undefined) {
    throw new AdminHttpError(409, 'The request was sent, but the journal was cleared or restored meanwhile.');
  }
  return serialiseExchange(line, recordedRequest(log, { number: String(line.number) }).exchange, world.accounts);
}

const MOST_PATIENCE_MS = 60_000;
const USUAL_PATIENCE = '5s';
const FEWEST_LISTED = 100;

/** Returns for how long to wait, in milliseconds of real time. Throws an InputError for an invalid timeout. */
function patienceOf({ timeout = USUAL_PATIENCE }: AdminCall['query']): number {
  const timeoutMs = parseDurationMs(timeout);
  if (timeoutMs !== undefined && timeoutMs <= MOST_PATIENCE_MS) return timeoutMs;
  throw new InputError('Waiting for requests', 'timeout is not a duration up to 60s', 'Try ?timeout=5s.');
}

/** Returns the newest matching requests, oldest first, once there are enough. Rejects at the timeout and when the server stops. */
async function waitForRequests(call: AdminCall, { closing, mode }: AdminContext): Promise<RequestWait> {
  const { query, source } = call;
  const { log } = source;
  const { count = 1 } = query;
  const client = call.request.signal;
  const timeoutMs = patienceOf(query);
  const filter = filterOf(call, { mode });
  const total = countingTotal(log, filter);
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const over = AbortSignal.any([timeout.signal, closing, client]);
  try {
    while (total() < count) {
      if (closing.aborted) throw new AdminHttpError(503, 'The server is stopping. Start it and retry.');
      if (client.aborted) throw new AdminHttpError(408, 'The client has disconnected.');
      if (over.aborted) {
        const message = `Timed out after ${timeoutMs} ms with ${total()} of ${count} requests.`;
        throw new AdminHttpError(408, `${message} See GET /__admin/requests, or try ?timeout=60s.`);
      }
      await nextRequest(log, over);
    }
  } finally {
    clearTimeout(timer);
  }
  const { lines } = log.lines(filter, { limit: Math.max(count, FEWEST_LISTED) });
  return { count: total(), items: lines.map(serialiseLine).reverse() };
}

/** Resolves in the turn of the event loop after the next request, since many may come in one, and when the signal aborts. */
async function nextRequest(log: LoggedRequests, signal: AbortSignal): Promise<void> {
  let stop = () => {};
  await new Promise<void>((resolve) => {
    stop = log.onRecord(() => setImmediate(resolve));
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  stop();
}

/** Returns a function that counts incrementally: requests that the journal drops meanwhile still count. */
function countingTotal(journal: LoggedRequests, filter: LineFilter): () => number {
  let total = 0;
  let seen = filter.since ?? 0;
  return () => {
    if (journal.latest > seen || total === 0) total += journal.lines({ ...filter, since: seen }, { limit: 1 }).total;
    seen = Math.max(seen, journal.latest);
    return total;
  };
}
