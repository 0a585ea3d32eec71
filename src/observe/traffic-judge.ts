import { bySending, type Exchange, type HeaderList, type RawExchange } from '../exchange/exchange.js';
import { recordExchange, redactAgain } from '../exchange/record-exchange.js';
import { createRedactor, type Redactor } from '../exchange/redactor.js';
import type { Transcript } from '../exchange/transcript.js';
import type { JudgeSettings } from '../judge/evidence.js';
import { judge, type Verdict } from '../judge/judge.js';
import { manners } from '../judge/manners/manners.js';
import type { PlanName } from '../spec/plans.js';

export interface TrafficJudgeOptions {
  /** Where the service lives, without a slash at the end. */
  readonly baseUrl: string;
  /** Where `POST /messages` lives; default: the base URL, as for a recording. */
  readonly messagesUrl?: string | undefined;
  /** The plan of the keys, where it is known. */
  readonly plan?: PlanName | undefined;
  /** Nobody else uses these keys and this store: more can be told. */
  readonly isExclusive?: boolean | undefined;
  /** How many exchanges are kept, the newest; default 2,000. */
  readonly most?: number | undefined;
  /** How many bytes of texts are kept, about; default 64 MiB. */
  readonly mostBytes?: number | undefined;
  /** Takes secrets out, and gets to know those that pass; left out, one that nobody else has. */
  readonly redactor?: Redactor | undefined;
}

/** Judges what passes between clients and a service, as a recording is judged. */
export interface TrafficJudge {
  /** What is kept, without secrets and frozen, in the order in which answers were complete. */
  readonly exchanges: readonly Exchange[];
  /** What is kept, in the order in which it was sent: what is judged. */
  readonly transcript: Transcript;
  /** Another one whenever the exchanges are other ones. */
  readonly version: number;
  /** The number of the last exchange; 0 before the first. */
  readonly latest: number;
  /** How many exchanges were forgotten for want of room. */
  readonly dropped: number;
  /** Takes in what has passed; answers it as it is kept. */
  record(live: RawExchange): Exchange;
  /** Whether the service kept its promises: one verdict for each rule, over what is kept. Remembered until more has passed. */
  findings(): readonly Verdict[];
  /** What one exchange shows by itself, whatever has passed before. */
  findingsOf(exchange: Exchange): readonly Verdict[];
  /** Whether its clients did as the document asks of them. */
  manners(): readonly Verdict[];
  /** Calls a listener after each exchange; returns what ends that. */
  onRecord(listener: (exchange: Exchange) => void): () => void;
  /** Forgets all exchanges; the next one is number 1 again. Keys keep their pseudonyms. */
  clear(): void;
}

const MOST_EXCHANGES = 2_000;
const MOST_BYTES = 64 * 1_048_576;

interface Kept {
  exchange: Exchange;
  readonly bytes: number;
  /** How many secrets were known when it was last redacted. */
  known: number;
}

/** Creates a judge of traffic. It has no clock and no network, and runs wherever the traffic is seen. */
export function createTrafficJudge(options: TrafficJudgeOptions): TrafficJudge {
  const {
    baseUrl,
    messagesUrl = baseUrl,
    plan,
    isExclusive = false,
    most = MOST_EXCHANGES,
    mostBytes = MOST_BYTES,
    redactor = createRedactor(),
  } = options;
  const listeners = new Set<(exchange: Exchange) => void>();
  const addresses = { baseUrl, messagesUrl };
  let kept: Kept[] = [];
  let bytes = 0;
  let latest = 0;
  let dropped = 0;
  let version = 0;

  const forgetOldest = () => {
    while (kept.length > 1 && (kept.length > most || bytes > mostBytes)) {
      bytes -= kept.shift()?.bytes ?? 0;
      dropped++;
    }
  };
  // A key may have been shown before it was used.
  const withoutNewSecrets = () => {
    const known = redactor.known;
    for (const one of kept) {
      if (one.known === known) continue;
      one.exchange = redactAgain(one.exchange, redactor);
      one.known = known;
    }
  };
  const perVersion = <Value>(compute: () => Value): (() => Value) => {
    let computed: { readonly version: number; readonly value: Value } | undefined;
    return () => {
      if (computed?.version !== version) computed = { version, value: compute() };
      return computed.value;
    };
  };

  const exchanges = perVersion((): readonly Exchange[] => {
    withoutNewSecrets();
    return Object.freeze(kept.map(({ exchange }) => exchange));
  });
  const transcript = perVersion((): Transcript => ({ exchanges: [...exchanges()].sort(bySending), run: undefined }));
  const settings = { ...addresses, level: undefined, plan, isExclusive };
  const findings = perVersion(() => judge(transcript(), settings));
  const mannersNow = perVersion(() => manners(transcript(), addresses));

  return {
    get exchanges() {
      return exchanges();
    },
    get transcript() {
      return transcript();
    },
    get version() {
      return version;
    },
    get latest() {
      return latest;
    },
    get dropped() {
      return dropped;
    },
    record(live) {
      const exchange = recordExchange(live, latest + 1, redactor);
      const size = sizeOf(exchange);
      latest++;
      version++;
      kept.push({ exchange, bytes: size, known: redactor.known });
      bytes += size;
      forgetOldest();
      for (const listener of [...listeners]) listener(exchange);
      return exchange;
    },
    findings,
    findingsOf: (exchange) => judgeAlone(exchange, settings),
    manners: mannersNow,
    onRecord(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    clear() {
      kept = [];
      bytes = 0;
      latest = 0;
      dropped = 0;
      version++;
    },
  };
}

/** Judges what one exchange shows by itself, whatever has passed before: one verdict for each rule. */
export function judgeAlone(exchange: Exchange, settings: JudgeSettings): Verdict[] {
  return judge({ exchanges: [exchange], run: undefined }, settings);
}

/** What an exchange takes beside its texts, about. */
const FRAME_BYTES = 500;

/** Returns how many bytes an exchange holds, about: a character counts as one. */
function sizeOf({ request, response }: Exchange): number {
  const sent = request.url.length + sizeOfHeaders(request.headers) + (request.body?.length ?? 0);
  if (response === undefined) return FRAME_BYTES + sent;
  const received = response.body.kind === 'text' ? response.body.text.length : 0;
  return FRAME_BYTES + sent + sizeOfHeaders(response.headers) + received;
}

function sizeOfHeaders(headers: HeaderList): number {
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}
