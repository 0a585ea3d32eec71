import { headerOf } from '../../transcript/exchange.js';
import { MOST_BODY_BYTES, type TappedBody } from '../tap-body.js';
import type { SeenAnswer, SeenRequest } from './seen.js';

/** Of these browsers keep the bodies. For others Playwright may ask the service again, which would be a request of nobody's. */
const READABLE = ['fetch', 'xhr', 'document'];

/** An empty body takes no more on the wire: the last chunk, or gzip's frame around nothing. */
const MOST_BYTES_OF_NOTHING = 40;

/** Reads what came back; incomplete unless all of it did. A body that the browser does not show is never an empty one. */
export async function readAnswerBody(
  request: SeenRequest,
  answer: SeenAnswer,
  body: () => Promise<Uint8Array>,
): Promise<TappedBody> {
  if (request.method === 'HEAD' || answer.status === 204 || answer.status === 304) return whole(new Uint8Array());
  const declared = Number(headerOf(answer.headers, 'content-length') ?? 0) || 0;
  const missing = whyUnreadable(request, answer, declared);
  if (missing !== undefined) return { bytes: new Uint8Array(), incomplete: missing };
  try {
    const bytes = await body();
    const isHidden = bytes.length === 0 && (declared > 0 || (answer.bodyBytes ?? 0) > MOST_BYTES_OF_NOTHING);
    if (isHidden) return { bytes, incomplete: 'the browser does not show it' };
    return bytes.length > MOST_BODY_BYTES ? { bytes, incomplete: 'too large to be kept' } : whole(bytes);
  } catch {
    return { bytes: new Uint8Array(), incomplete: 'the browser no longer has it' };
  }
}

function whyUnreadable(
  { failure, isOfWorker, resourceType, headers }: SeenRequest,
  { status }: SeenAnswer,
  declared: number,
): string | undefined {
  if (failure !== undefined) return 'cut off';
  if (status >= 300 && status < 400) return 'the browser does not keep that of a redirect';
  const isPrefetch = headerOf(headers, 'sec-purpose')?.startsWith('prefetch');
  if (isOfWorker || isPrefetch || !READABLE.includes(resourceType)) return 'the browser does not show it';
  return declared > MOST_BODY_BYTES ? 'too large to be kept' : undefined;
}

function whole(bytes: Uint8Array): TappedBody {
  return { bytes, incomplete: undefined };
}
