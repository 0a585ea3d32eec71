import { HttpResponse, passthrough } from 'msw';
import type { SentRequest } from './answers-under-way.js';
import { handOn } from './hand-on.js';
import { isNode } from './is-node.js';
import type { LiveExchange } from './live-exchange.js';
import { realNow } from './real-now.js';
import type { SendOn } from './send-on.js';
import { type TappedBody, tapBody } from './tap-body.js';

/** What lets requests pass, and tells of each when its answer is complete. */
export interface Passage {
  readonly sendOn: SendOn;
  /** Up to which exchange all answers are in hand now; undefined where nobody can tell. */
  readonly inHand: () => number | undefined;
  readonly tell: (live: LiveExchange) => void;
  /** Takes in that a request is under way until the promise resolves. */
  readonly await: (whole: Promise<void>, request: SentRequest) => void;
}

/** Sends a request on and answers with what came back, as it comes: nothing waits for the end of a body. */
export async function letPass(request: Request, passage: Passage): Promise<Response> {
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

/** Answers the head of the answer as soon as it is there; `whole` resolves when its body has been told of. */
async function pass(request: Request, passage: Passage): Promise<{ response: Response; whole: Promise<void> }> {
  const sentAfter = passage.inHand();
  const startedMs = realNow();
  const body = await readSent(request);
  const common = { request: tellRequest(request, body), startedMs, ...(sentAfter !== undefined && { sentAfter }) };
  const fail = (failure: string) => passage.tell({ ...common, answer: undefined, failure, endedMs: realNow() });
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
        answer: tellAnswer(request, response, tapped),
        failure: undefined,
        endedMs: realNow(),
      });
  });
  return { response: handOn(response, theirs), whole };
}

async function readSent(request: Request): Promise<Uint8Array | undefined> {
  if (/^(?:get|head)$/i.test(request.method) || request.body === null) return undefined;
  const bytes = new Uint8Array(await request.clone().arrayBuffer());
  return bytes.length === 0 ? undefined : bytes;
}

function tellRequest(request: Request, body: Uint8Array | undefined): LiveExchange['request'] {
  const { method, url, headers } = request;
  // A browser adds cookies, and passwords that it knows, behind the page's back.
  const mayHideCredentials = !isNode() && request.credentials !== 'omit';
  return { method, url, headers: [...headers], body, ...(mayHideCredentials && { mayHideCredentials }) };
}

function tellAnswer(request: Request, response: Response, { bytes, incomplete }: TappedBody): LiveExchange['answer'] {
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
