import { type HttpHandler, HttpResponse, http, passthrough } from 'msw';
import { Handovers } from '../../mocks/delivery/handovers.js';
import { pairsOf, type RawExchange } from '../exchange/exchange.js';
import { type Observation, type ObservedService, type ObserveOptions, observeService } from './observe-service.js';
import { realNow } from './pending-responses.js';
import { createSendOn, isNode, isPassedOn } from './send-on.js';
import { type CollectedBody, collectBody } from './tap-body.js';

/** A real service, observed by MSW handlers. It is a transcript: `expect(observed).toBeWellMannered()`. */
export interface ObservedPetstore extends ObservedService {
  /** For msw: `setupServer(...observed.handlers)` or `setupWorker(...observed.handlers)`. They forward requests and judge them. */
  readonly handlers: HttpHandler[];
}

const EDGE = { name: 'petstore-mock/observe', firstStep: 'Pass observed.handlers to msw' };

/**
 * Creates handlers for msw that forward requests to a real service and judge it, so that tests of an application against staging also
 * test staging. Call it before msw listens. Throws an InputError for an invalid option.
 */
export function observePetstore(options: ObserveOptions): ObservedPetstore {
  const observation = observeService(options, EDGE);
  const forward = createForward(observation);
  const isObserved = ({ request }: { request: Request }) => !isPassedOn() && observation.isObserved(request.url);
  return Object.assign(observation.service, {
    handlers: [http.all(isObserved, ({ request }) => respond(request, observation, forward))],
  });
}

/** Forwards a request and returns the response without waiting for the end of its body. */
async function respond(request: Request, { track }: Observation, forward: Forward): Promise<Response> {
  // A page can neither read the responses to these nor return them.
  if (!isNode() && (request.mode === 'no-cors' || request.mode === 'navigate' || request.redirect === 'manual')) {
    return passthrough();
  }
  const forwarding = forward(request);
  const { method, url, headers } = request;
  const complete = forwarding.then(
    (forwarded) => forwarded.complete,
    () => {},
  );
  track(complete, { method, url, headers: pairsOf(headers) });
  return (await forwarding).response;
}

/** Resolves with the response when its head is there; `complete` resolves when the exchange is recorded. */
type Forward = (request: Request) => Promise<{ response: Response; complete: Promise<void> }>;

function createForward(observation: Observation): Forward {
  const sendOn = createSendOn();
  const handovers = new Handovers(observation.latest);
  let moments = 0;
  return async (request) => {
    const sentAfter = handovers.upTo;
    const began = ++moments;
    const startedMs = realNow();
    const body = await readSent(request);
    const common = { request: rawRequestOf(request, body), startedMs, ...(sentAfter !== undefined && { sentAfter }) };
    const record = (raw: Pick<RawExchange, 'response' | 'failure'>) => {
      const order = { began, ended: ++moments };
      const { number } = observation.record({ ...common, ...raw, order, endedMs: realNow() });
      handovers.expect(number)();
    };
    const recordFailure = (failure: string) => record({ response: undefined, failure });
    let response: Response;
    try {
      response = await sendOn(request, body);
    } catch (error) {
      recordFailure(request.signal?.aborted ? 'the client aborted the request' : causeOf(error));
      return { response: HttpResponse.error(), complete: Promise.resolve() };
    }
    const [own, theirs] = response.body === null ? [null, null] : response.body.tee();
    const complete = collectBody(own).then((tapped) => {
      if (response.redirected) recordFailure('the request was redirected: the response of the service was not seen');
      else record({ response: rawResponseOf(request, response, tapped), failure: undefined });
    });
    return { response: toClientResponse(response, theirs), complete };
  };
}

async function readSent(request: Request): Promise<Uint8Array | undefined> {
  if (/^(?:get|head)$/i.test(request.method) || request.body === null) return undefined;
  const bytes = new Uint8Array(await request.clone().arrayBuffer());
  return bytes.length === 0 ? undefined : bytes;
}

function rawRequestOf(request: Request, body: Uint8Array | undefined): RawExchange['request'] {
  const { method, url, headers } = request;
  // A browser adds cookies and stored passwords that the page cannot see.
  const mayHideCredentials = !isNode() && request.credentials !== 'omit';
  return { method, url, headers: pairsOf(headers), body, ...(mayHideCredentials && { mayHideCredentials }) };
}

function rawResponseOf(
  request: Request,
  response: Response,
  { bytes, incomplete }: CollectedBody,
): RawExchange['response'] {
  const { status, statusText, headers } = response;
  const mayBeCached =
    !isNode() && request.method === 'GET' && status < 400 && !/no-store/i.test(headers.get('cache-control') ?? '');
  return {
    httpVersion: '',
    status,
    statusText,
    headers: pairsOf(headers),
    body: bytes,
    incomplete,
    ...(response.type === 'cors' && !isNode() && { mayHideHeaders: true }),
    ...(mayBeCached && { mayBeCached }),
  };
}

/** The error of `fetch` is generic; its cause has the details. */
function causeOf(error: unknown): string {
  const { cause } = (error ?? {}) as { cause?: unknown };
  const [line = ''] = String(cause instanceof Error ? cause.message : error).split('\n');
  return line;
}

const WITHOUT_BODY = [101, 103, 204, 205, 304];

const OF_THE_CONNECTION = ['connection', 'keep-alive'];

/** Creates the response for the application: the original one, with a body that is already decoded. */
function toClientResponse(response: Response, body: ReadableStream<Uint8Array> | null): Response {
  const headers = new Headers(response.headers);
  for (const name of OF_THE_CONNECTION) headers.delete(name);
  const { status, statusText } = response;
  const isEmpty = body === null || WITHOUT_BODY.includes(status);
  if (!isEmpty && headers.has('content-encoding')) {
    headers.delete('content-encoding');
    headers.delete('content-length');
  }
  // Without either header, a node:http client with keep-alive would wait for the end of the body for ever.
  if (!isEmpty && isNode() && !headers.has('content-length')) headers.set('transfer-encoding', 'chunked');
  // HttpResponse accepts any status; Response keeps cookies out of msw's store and empty reasons empty.
  const ResponseClass = status >= 200 && status <= 599 ? Response : HttpResponse;
  return new ResponseClass(isEmpty ? null : body, { status, statusText, headers });
}
