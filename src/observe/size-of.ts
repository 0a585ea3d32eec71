import type { Exchange, HeaderList } from '../transcript/exchange.js';

/** What an exchange takes beside its texts, about. */
const FRAME_BYTES = 500;

/** Answers how many bytes an exchange holds, about: a character counts as one. */
export function sizeOf({ request, answer }: Exchange): number {
  const sent = request.url.length + sizeOfHeaders(request.headers) + (request.body?.length ?? 0);
  if (answer === undefined) return FRAME_BYTES + sent;
  const received = answer.body.kind === 'text' ? answer.body.text.length : 0;
  return FRAME_BYTES + sent + sizeOfHeaders(answer.headers) + received;
}

function sizeOfHeaders(headers: HeaderList): number {
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}
