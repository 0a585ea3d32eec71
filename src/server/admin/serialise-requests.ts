import { sampleKeys } from '../../../fixtures/keys.js';
import type { Accounts } from '../../../mocks/limits/accounts.js';
import type { FindingsReport, RequestDetail, RequestLine } from '../../admin/schemas/requests.js';
import { curlLine } from '../../exchange/curl-line.js';
import type { Exchange, HeaderList, RecordedBody, RecordedResponse } from '../../exchange/exchange.js';
import type { ExchangeLine } from '../../exchange/request-log.js';
import { counted } from '../../json/quoting.js';
import type { RequestSource } from '../worlds/request-source.js';
import type { JournalJudge, Pause } from './admin-route.js';

export function serialiseLine({ startedMs, keyAlias, faultId, ...line }: ExchangeLine): RequestLine {
  return {
    ...line,
    at: new Date(startedMs).toISOString(),
    operation: (line.operation ?? null) as RequestLine['operation'],
    key: keyAlias ?? null,
    status: line.status ?? null,
    limits: line.limits ?? null,
    cut: line.cut ?? null,
    assumed: [...line.assumed],
    fault: faultId ?? null,
    replayOf: line.replayOf ?? null,
  };
}

/** Serialises one exchange in full. `accounts`: those of its world, if it has any. */
export function serialiseExchange(
  line: ExchangeLine,
  { request, response, failure }: Exchange,
  accounts: Accounts | undefined,
): RequestDetail {
  const { method, url, headers, body, credential } = request;
  const key = 'name' in credential ? accounts?.given.get(credential.name) : undefined;
  return {
    line: serialiseLine(line),
    // The text of a sample key is public.
    curl: curlLine(request, sampleKeys.find((one) => one.key === key)?.key),
    request: { method, url, headers: copyOf(headers), body: body ?? null },
    response: response === undefined ? null : serialiseResponse(response),
    failure: failure ?? null,
  };
}

function serialiseResponse({ status, headers, body }: RecordedResponse): RequestDetail['response'] {
  const text = body.kind === 'text' ? body.text : null;
  return {
    status,
    headers: copyOf(headers),
    body: text,
    isWhole: body.kind !== 'missing',
    missingBodyReason: missingBodyReason(body),
  };
}

function missingBodyReason(body: RecordedBody): string | null {
  if (body.kind === 'missing') return body.why;
  return body.kind === 'binary' ? `not UTF-8 text, ${counted(body.bytes, 'byte')}` : null;
}

function copyOf(headers: HeaderList): [string, string][] {
  return headers.map(([name, value]) => [name, value]);
}

const USUALLY_JUDGED = 1_000;

/** Judges the newest requests, or those of them after the number `since`. */
export async function judgeRecent(
  { log }: RequestSource,
  judge: JournalJudge,
  pause: Pause,
  { since = 0, most = USUALLY_JUDGED }: { readonly since?: number | undefined; readonly most?: number } = {},
): Promise<FindingsReport> {
  const received = await log.received(most, pause);
  const exchanges = received.exchanges.filter(({ number }) => number > since);
  const rules = await judge({ ...received, exchanges }, pause);
  return { from: exchanges[0]?.number ?? 0, to: exchanges.at(-1)?.number ?? 0, rules };
}
