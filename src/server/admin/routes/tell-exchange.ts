import type { JournalLine } from '../../../../mocks/journal/journal-line.js';
import type { RequestDetail } from '../../../admin/schemas/requests.js';
import { counted } from '../../../json/counted.js';
import { curlLine } from '../../../transcript/curl-line.js';
import type { Exchange, HeaderList, RecordedAnswer, RecordedBody } from '../../../transcript/exchange.js';
import { tellLine } from '../tell/tell-line.js';

/** Tells one exchange in full. */
export function tellExchange(line: JournalLine, { request, answer, failure }: Exchange): RequestDetail {
  const { method, url, headers, body } = request;
  return {
    line: tellLine(line),
    curl: curlLine(request),
    request: { method, url, headers: copyOf(headers), body: body ?? null },
    answer: answer === undefined ? null : tellAnswer(answer),
    failure: failure ?? null,
  };
}

function tellAnswer({ status, headers, body }: RecordedAnswer): RequestDetail['answer'] {
  const text = body.kind === 'text' ? body.text : null;
  return { status, headers: copyOf(headers), body: text, isWhole: body.kind !== 'missing', whyNoBody: whyNoBody(body) };
}

function whyNoBody(body: RecordedBody): string | null {
  if (body.kind === 'missing') return body.why;
  return body.kind === 'binary' ? `no UTF-8 text, ${counted(body.bytes, 'byte')}` : null;
}

function copyOf(headers: HeaderList): [string, string][] {
  return headers.map(([name, value]) => [name, value]);
}
