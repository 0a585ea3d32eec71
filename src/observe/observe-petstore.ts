import { type HttpHandler, HttpResponse, http, passthrough } from 'msw';
import { createHandovers } from '../../mocks/delivery/handovers.js';
import type { RawExchange } from '../exchange/exchange.js';
import type { ObserveOptions } from './observe-options.js';
import { type ObservedService, observeService } from './observe-service.js';
import { realNow, type SentRequest } from './pending-responses.js';
import { createSendOn, isNode, type SendOn } from './send-on.js';
import { type TappedBody, tapBody } from './tap-body.js';

/** A real service, observed by MSW handlers. Is a transcript: `expect(observed).toBeWellMannered()`. */
export interface ObservedPetstore extends ObservedService {
  /** For msw: `setupServer(...observed.handlers)` or `setupWorker(...observed.handlers)`. Requests pass, and are judged. */
  readonly handlers: HttpHandler[];
}

const EDGE = { name: 'petstore-mock/observe', firstStep: 'Give observed.handlers to msw' };

/**
 * Creates handlers for msw that let requests pass to a real service and judge it: whoever tests an application against staging tests
 * staging, too. Make it before msw listens. Throws an InputError for an option that cannot be.
 */
export function observePetstore(options: ObserveOptions): ObservedPetstore {
  const observation = observeService(options, EDGE);
  const handovers = createHandovers(observation.latest);
  const passage = {
    sendOn: createSendOn(),
    inHand: () => handovers.upTo,
    tell: (live: Parameters<typeof observation.record>[0]) => {
      const { number } = observation.record(live);
      handovers.expect(number)();
    },
    await: observation.track,
  };
  const isObserved = ({ request }: { request: Request }) => observation.isObserved(request.url);
  return Object.assign(observation.service, {
    handlers: [http.all(isObserved, ({ request }) => forwardRequest(request, passage))],
  });
}

/** What lets requests pass, and tells of each when its answer is complete. */
interface ForwardHooks {
  readonly sendOn: SendOn;
  /** Up to which exchange all answers are in hand now; undefined where nobody can tell. */
  readonly inHand: () => number | undefined;
  readonly tell: (live: RawExchange) => void;
  /** Takes in that a request is under way until the promise resolves. */
  readonly await: (whole: Promise<void>, request: SentRequest) => void;
}

/** Sends a request on and answers with what came back, as it comes: nothing waits for the end of a body. */
async function forwardRequest(request: Request, passage: ForwardHooks): Promise<Response> {
  // A page cannot look into the answers to these, and cannot hand them on.
  if (!isNode() && (request.mode === 'no-cors' || request.mode === 'navigate' || request.redirect === 'manual')) {
    return passthrough();
  }
  const passing = pass(request, passage);
  const { method, url, headers } = request;
  const whole = passing.then(
    (passed) => passed.whole,
    () => {},
  );
  passage.await(whole, { method, url, headers: [...headers] });
  return (await passing).response;
}

/** Returns the head of the answer as soon as it is there; `whole` resolves when its body has been told of. */
async function pass(request: Request, passage: ForwardHooks): Promise<{ response: Response; whole: Promise<void> }> {
  const sentAfter = passage.inHand();
  const startedMs = realNow();
  const body = await readSent(request);
  const common = { request: rawRequestOf(request, body), startedMs, ...(sentAfter !== undefined && { sentAfter }) };
  const fail = (failure: string) => passage.tell({ ...common, response: undefined, failure, endedMs: realNow() });
  let response: Response;
  try {
    response = await passage.sendOn(request, body);
  } catch (error) {
    fail(request.signal?.aborted ? 'the client gave up' : causeOf(error));
    return { response: HttpResponse.error(), whole: Promise.resolve() };
  }
  const [own, theirs] = response.body === null ? [null, null] : response.body.tee();
  const whole = tapBody(own).then((tapped) => {
    if (response.redirected) fail('it was redirected: of the service’s answer nothing was seen');
    else
      passage.tell({
        ...common,
        response: rawResponseOf(request, response, tapped),
        failure: undefined,
        endedMs: realNow(),
      });
  });
  return { response: toClientResponse(response, theirs), whole };
}

async function readSent(request: Request): Promise<Uint8Array | undefined> {
  if (/^(?:get|head)$/i.test(request.method) || request.body === null) return undefined;
  const bytes = new Uint8Array(await request.clone().arrayBuffer());
  return bytes.length === 0 ? undefined : bytes;
}

function rawRequestOf(request: Request, body: Uint8Array | undefined): RawExchange['request'] {
  const { method, url, headers } = request;
  // A browser adds cookies, and passwords that it knows, behind the page's back.
  const mayHideCredentials = !isNode() && request.credentials !== 'omit';
  return { method, url, headers: [...headers], body, ...(mayHideCredentials && { mayHideCredentials }) };
}

function rawResponseOf(
  request: Request,
  response: Response,
  { bytes, incomplete }: TappedBody,
): RawExchange['response'] {
  const { status, statusText, headers } = response;
  const mayBeCached =
    !isNode() && request.method === 'GET' && status < 400 && !/no-store/i.test(headers.get('cache-control') ?? '');
  return {
    httpVersion: '',
    status,
    statusText,
    headers: [...headers],
    body: bytes,
    incomplete,
    ...(response.type === 'cors' && !isNode() && { mayHideHeaders: true }),
    ...(mayBeCached && { mayBeCached }),
  };
}

/** What `fetch` says is little; its cause says more. */
function causeOf(error: unknown): string {
  const { cause } = (error ?? {}) as { cause?: unknown };
  const [line = ''] = String(cause instanceof Error ? cause.message : error).split('\n');
  return line;
}

/** No body may follow these. */
const WITHOUT_BODY = [101, 103, 204, 205, 304];

/** Headers of one connection; the receiver has another one. */
const OF_THE_CONNECTION = ['connection', 'keep-alive'];

/** Creates the answer that the application gets: what it would have got, except that the body has been decoded already. */
function toClientResponse(response: Response, body: ReadableStream<Uint8Array> | null): Response {
  const headers = new Headers(response.headers);
  for (const name of OF_THE_CONNECTION) headers.delete(name);
  const { status, statusText } = response;
  const isEmpty = body === null || WITHOUT_BODY.includes(status);
  if (!isEmpty && headers.has('content-encoding')) {
    headers.delete('content-encoding');
    headers.delete('content-length');
  }
  // Where neither stands, a client of node:http that keeps its connection waits for the end of the body for ever.
  if (!isEmpty && isNode() && !headers.has('content-length')) headers.set('transfer-encoding', 'chunked');
  // msw's own response keeps any status; the plain one keeps cookies out of msw's jar, and empty reasons empty.
  const Answer = status >= 200 && status <= 599 ? Response : HttpResponse;
  return new Answer(isEmpty ? null : body, { status, statusText, headers });
}
