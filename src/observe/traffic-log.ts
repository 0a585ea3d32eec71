import { bySending, type Exchange, type RawExchange, rateLimitsOf } from '../exchange/exchange.js';
import { learnSecrets, recordExchange, withoutProxyResponse } from '../exchange/record-exchange.js';
import { Redactor } from '../exchange/redactor.js';
import { bytesOfRaw, type ExchangeLine, matchesStatus, RequestLog } from '../exchange/request-log.js';
import type { ReceivedTranscript } from '../exchange/transcript.js';
import { operationOf } from '../judge/reading.js';
import { type OperationId, petstore } from '../service/petstore.js';

interface TrafficLogOptions {
  /** Base URL of the service, without a slash at its end; the default of `messagesUrl`. */
  readonly baseUrl: string;
  readonly messagesUrl?: string;
  readonly limit: number;
  /** The maximum number of bytes of their addresses, headers and bodies; default 64 MiB. */
  readonly mostBytes?: number;
  /** Hides secrets, and learns those of each exchange; default: a new one. */
  readonly redactor?: Redactor;
}

interface Seen {
  readonly number: number;
  readonly raw: RawExchange;
}

/** Opens a log of the exchanges with a real service that were seen: what is judged, and what the control room of a proxy shows. */
export function openTrafficLog({ baseUrl, messagesUrl = baseUrl, limit, ...options }: TrafficLogOptions) {
  const { mostBytes, redactor = new Redactor() } = options;
  const addresses = { baseUrl, messagesUrl };
  const toLine = ({ number, raw }: Seen): ExchangeLine => {
    const { request, response, startedMs, endedMs } = log.exchange(number) as Exchange;
    const limits = rateLimitsOf(response);
    return Object.freeze({
      number,
      startedMs,
      method: request.method,
      target: request.url.replace(/^https?:\/\/[^/?#]*/i, ''),
      operation: operationOf(raw.request, addresses, petstore)?.id as OperationId | undefined,
      keyAlias: 'name' in request.credential ? request.credential.name : undefined,
      status: response?.status,
      delayMs: endedMs - startedMs,
      limits: limits && Object.freeze(limits),
      cut: raw.cutBy ? cuts[raw.cutBy] : raw.response === undefined ? 'reset' : undefined,
      assumed: [],
      faultId: undefined,
      replayOf: undefined,
    });
  };
  const log = new RequestLog<Seen>({
    limit: () => limit,
    mostBytes: () => mostBytes,
    addresses: () => addresses,
    bytesOf: ({ raw }) => bytesOfRaw(raw),
    createRedactor: () => redactor,
    learn: ({ raw }) => learnSecrets(raw, redactor),
    toExchange: ({ number, raw }) => recordExchange(raw, number, redactor),
    toLine,
    matcher({ operation, status, key, method, path }) {
      const name = key && (redactor.aliasOf(key) ?? key);
      return (seen) => {
        const line = toLine(seen);
        return (
          (method === undefined || line.method === method) &&
          (status === undefined || matchesStatus(line.status, status)) &&
          (path === undefined || line.target.split('?', 1).some((shown) => shown.includes(path))) &&
          (operation === undefined || line.operation === operation) &&
          (name === undefined || line.keyAlias === name)
        );
      };
    },
  });
  return Object.assign(log, {
    /** Adds an exchange; returns it without secrets. */
    record(exchange: RawExchange): Exchange {
      const seen = { number: log.latest + 1, raw: withoutProxyResponse(exchange) };
      log.add(seen);
      return log.exchangesOf([seen])[0] as Exchange;
    },
    /** Returns a transcript of what is remembered after a number, up to another, as it was received and in the order of sending. */
    receivedAfter(after = 0, upTo = log.latest): ReceivedTranscript {
      const { exchanges, secrets } = log.receivedOf(log.entries(after).filter(({ number }) => number <= upTo));
      return { exchanges: [...exchanges].sort(bySending), secrets, run: undefined };
    },
  });
}

export type TrafficLog = ReturnType<typeof openTrafficLog>;

const cuts = { client: 'left', service: 'truncated' } as const;
