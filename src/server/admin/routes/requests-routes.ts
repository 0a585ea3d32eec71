import type { RequestCount, RequestPage } from '../../../admin/schemas/requests.js';
import type { LinePage, LinePart } from '../../../exchange/request-log.js';
import { writeHar } from '../../../exchange/write-har.js';
import { formatHttpDate } from '../../../spec/dates.js';
import { InputError } from '../../../spec/validation/input-error.js';
import { jsonTextResponse } from '../../json-response.js';
import { type AdminCall, type AdminContext, type AdminRoutes, done, RawResponse } from '../admin-route.js';
import { judgeRecent, serialiseExchange, serialiseLine } from '../serialise-requests.js';
import { recordedRequest } from './recorded-request.js';
import { replayRequest } from './replay-request.js';
import { waitForRequests } from './wait-for-requests.js';

export const requestsRoutes = {
  listRequests(call, context): RequestPage | Promise<RequestPage> {
    const found = findRequests(call, readPart(call), context);
    return found instanceof Promise ? found.then(serialisePage) : serialisePage(found);
  },
  countRequests: ({ source: { log }, query }): RequestCount => ({ count: log.lines(query, { limit: 1 }).total }),
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

/** Searching bodies takes long: others have their turn meanwhile. */
function findRequests(
  { source: { log }, query, request }: AdminCall,
  part: LinePart,
  { turns }: AdminContext,
): LinePage | Promise<LinePage> {
  return query.text === undefined
    ? log.lines(query, part)
    : log.search(query.text, query, part, turns.start(request.signal));
}

function serialisePage({ lines, total, next }: LinePage): RequestPage {
  return { items: lines.map(serialiseLine), total, next: next === undefined ? null : String(next) };
}

function readPart({ query: { order, limit, after } }: AdminCall): LinePart {
  if (after !== undefined && !/^\d+$/.test(after)) {
    throw new InputError(
      'Reading the journal',
      'after is not the number of a request',
      'Pass the next of the previous part as after.',
    );
  }
  return { order, limit, after: after === undefined ? undefined : Number(after) };
}
