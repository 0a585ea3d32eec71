import type { Credential } from './credential.js';
import type { Exchange, HeaderList, RecordedBody } from './exchange.js';

const PSEUDONYM = /\b(key|secret)#(\d+)/g;

/**
 * Merges recordings into one: in the order of their times, numbered anew. What stands in two of them, as in two exports of one
 * browser, stands there once. A pseudonym of one recording says nothing of the same one in another: all get names of their own.
 */
export function mergeExchanges(recordings: readonly (readonly Exchange[])[]): Exchange[] {
  const offsets = { key: 0, secret: 0 };
  const renamed = recordings.flatMap((exchanges) => {
    const rename = (text: string) =>
      text.replace(PSEUDONYM, (_, kind: 'key' | 'secret', number) => `${kind}#${Number(number) + offsets[kind]}`);
    const result = exchanges.map((exchange) => renameIn(exchange, rename));
    const highest = highestIn(exchanges);
    offsets.key += highest.key;
    offsets.secret += highest.secret;
    return result;
  });
  const seen = new Set<string>();
  return renamed
    .filter((exchange) => {
      const mark = markOf(exchange);
      const isNew = !seen.has(mark);
      seen.add(mark);
      return isNew;
    })
    .sort((one, other) => one.startedMs - other.startedMs)
    .map(({ sentAfter: _, ...exchange }, index) => ({ ...exchange, number: index + 1 }));
}

/** No client sends two equal requests within the same fraction of a millisecond and has both answered alike at the same moment. */
function markOf({ request, answer, startedMs, endedMs }: Exchange): string {
  const withoutNames = (text: string) => text.replace(PSEUDONYM, '$1');
  const headers = JSON.stringify(answer?.headers ?? []);
  return [startedMs, endedMs, request.method, answer?.status, ...[request.url, headers].map(withoutNames)].join('\n');
}

function highestIn(exchanges: readonly Exchange[]): { key: number; secret: number } {
  const highest = { key: 0, secret: 0 };
  for (const [, kind, number] of JSON.stringify(exchanges).matchAll(PSEUDONYM)) {
    const known = kind === 'key' ? 'key' : 'secret';
    highest[known] = Math.max(highest[known], Number(number));
  }
  return highest;
}

type Rename = (text: string) => string;

/** Only where a secret was taken out does a body hold names; elsewhere it holds what it holds. */
function renameIn(exchange: Exchange, rename: Rename): Exchange {
  const { request, answer, failure } = exchange;
  return {
    ...exchange,
    request: {
      ...request,
      url: rename(request.url),
      headers: renameHeaders(request.headers, rename),
      body: request.isBodyMissing && request.body !== undefined ? rename(request.body) : request.body,
      credential: renameCredential(request.credential, rename),
    },
    answer: answer && {
      ...answer,
      headers: renameHeaders(answer.headers, rename),
      body: renameBody(answer.body, rename),
    },
    failure: failure && rename(failure),
  };
}

function renameHeaders(headers: HeaderList, rename: Rename): HeaderList {
  return headers.map(([name, value]) => [rename(name), rename(value)]);
}

function renameBody(body: RecordedBody, rename: Rename): RecordedBody {
  return body.kind === 'text' && body.isRedacted ? { ...body, text: rename(body.text) } : body;
}

function renameCredential(credential: Credential, rename: Rename): Credential {
  return 'name' in credential ? { ...credential, name: rename(credential.name) } : credential;
}
