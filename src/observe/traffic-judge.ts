import { bySending, type Exchange, type RawExchange } from '../exchange/exchange.js';
import { bytesOfHeaders, ExchangeLog } from '../exchange/exchange-log.js';
import { originalOf, recordExchange, redactExchange } from '../exchange/record-exchange.js';
import { Redactor } from '../exchange/redactor.js';
import type { Transcript } from '../exchange/transcript.js';
import type { JudgeSettings } from '../judge/evidence.js';
import { judge, type Verdict } from '../judge/judge.js';
import { manners } from '../judge/manners/manners.js';

export interface TrafficJudgeOptions extends Partial<Pick<JudgeSettings, 'messagesUrl' | 'plan'>> {
  /** The address of the service, without a slash at the end; the default of `messagesUrl`. */
  readonly baseUrl: string;
  readonly isExclusive?: boolean | undefined;
  /** The maximum number of exchanges that are remembered; default 10,000. */
  readonly most?: number | undefined;
  /** The maximum number of bytes of texts that are remembered, roughly; default 64 MiB. */
  readonly mostBytes?: number;
  /** Hides secrets and learns those of each exchange; default: a new one. */
  readonly redactor?: Redactor;
}

const MOST_EXCHANGES = 10_000;
const MOST_BYTES = 64 * 1_048_576;

/** Judges live traffic as a recording is judged. It has no clock and no network, and runs wherever the traffic is seen. */
export class TrafficJudge extends ExchangeLog<Exchange> {
  readonly #settings: JudgeSettings & { readonly messagesUrl: string };
  readonly #redactor: Redactor;
  /** Each is computed once per version. */
  readonly #transcript = this.#perVersion(() => ({ exchanges: [...this.exchanges].sort(bySending), run: undefined }));
  readonly #findings = this.#perVersion(() => judge(this.transcript, this.#settings));
  readonly #manners = this.#perVersion(() => manners(this.transcript, this.#settings));

  constructor(options: TrafficJudgeOptions) {
    const { baseUrl, messagesUrl = baseUrl, plan, isExclusive = false } = options;
    const { most = MOST_EXCHANGES, mostBytes = MOST_BYTES, redactor = new Redactor() } = options;
    super(
      () => most,
      () => mostBytes,
    );
    this.#settings = { baseUrl, messagesUrl, level: undefined, plan, isExclusive };
    this.#redactor = redactor;
  }

  /** The same in the order in which they were sent: what is judged. */
  get transcript(): Transcript {
    return this.#transcript();
  }

  /** Records an exchange and returns it. */
  record(raw: RawExchange): Exchange {
    const exchange = recordExchange(raw, this.latest + 1, this.#redactor);
    this.add(exchange);
    return exchange;
  }

  /** Returns one verdict per rule on the service, over the exchanges that are remembered. */
  findings(): readonly Verdict[] {
    return this.#findings();
  }

  /** Returns one verdict per rule over a single exchange, whatever came before. */
  findingsOf(exchange: Exchange): readonly Verdict[] {
    return judge({ exchanges: [exchange], run: undefined }, this.#settings);
  }

  /** Returns one verdict per rule on the manners of the clients. */
  manners(): readonly Verdict[] {
    return this.#manners();
  }

  protected bytesOf(exchange: Exchange): number {
    const original = originalOf(exchange);
    return sizeOf(exchange) + (original === undefined ? 0 : sizeOf(original.exchange));
  }

  protected createRedactor(): Redactor {
    return this.#redactor;
  }

  /** The exchanges are recorded as they come, since their violations are reported at once. */
  protected learn(): void {}

  protected recordHeld(exchange: Exchange, redactor: Redactor): Exchange {
    return redactExchange(exchange, redactor);
  }

  #perVersion<Value>(compute: () => Value): () => Value {
    let computed: { readonly version: number; readonly value: Value } | undefined;
    return () => {
      if (computed?.version !== this.version) computed = { version: this.version, value: compute() };
      return computed.value;
    };
  }
}

/** The approximate size of an exchange apart from its texts. */
const FRAME_BYTES = 500;

/** A character counts as one byte. */
function sizeOf({ request, response }: Exchange): number {
  const sent = request.url.length + bytesOfHeaders(request.headers) + (request.body?.length ?? 0);
  if (response === undefined) return FRAME_BYTES + sent;
  const received = response.body.kind === 'text' ? response.body.text.length : 0;
  return FRAME_BYTES + sent + bytesOfHeaders(response.headers) + received;
}
