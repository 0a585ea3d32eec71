import type { QuestionId } from '../service/open-questions.js';
import type { OperationId } from '../service/petstore.js';
import type { RateLimitState } from '../service/rate-limit-headers.js';
import type { Exchange } from './exchange.js';
import { ExchangeLog } from './exchange-log.js';
import { SearchedText } from './searched-text.js';
import type { ReceivedTranscript, Transcript } from './transcript.js';

/** One exchange in one line, for lists: no header, no body, no secret. */
export interface ExchangeLine {
  readonly number: number;
  /** In milliseconds since the epoch, by the clock of the log. */
  readonly startedMs: number;
  readonly method: string;
  readonly target: string;
  readonly operation: OperationId | undefined;
  /** The pseudonym of the key that was sent; the fake's journal shows only valid ones. */
  readonly keyAlias: string | undefined;
  readonly status: number | undefined;
  readonly delayMs: number;
  /** The rate-limit headers of the response (§8.2); undefined if they are missing or not counts. */
  readonly limits: RateLimitState | undefined;
  /** `left`: the client closed the connection before the end. */
  readonly cut: 'reset' | 'truncated' | 'left' | undefined;
  readonly assumed: readonly QuestionId[];
  readonly faultId: string | undefined;
  /** The number of the request that this one repeats, if it was sent from the control room. */
  readonly replayOf: number | undefined;
}

/** Selects lines; every part must match. */
export interface LineFilter {
  readonly operation?: OperationId | undefined;
  /** A status, or a class of them such as `4xx`. */
  readonly status?: string | undefined;
  /** A key by its pseudonym or its text. */
  readonly key?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly since?: number | undefined;
}

/** A part of a list of lines. */
export interface LinePart {
  readonly order?: 'newest' | 'oldest' | undefined;
  readonly limit?: number | undefined;
  /** Continues after the line with this number. */
  readonly after?: number | undefined;
}

export interface LinePage {
  readonly lines: readonly ExchangeLine[];
  readonly total: number;
  /** The `after` of the next part; undefined at the end. */
  readonly next: number | undefined;
}

interface Numbered {
  readonly number: number;
}

/** An exchange log as the control room reads it: lines for lists, exchanges for details. */
export abstract class RequestLog<Held extends Numbered> extends ExchangeLog<Held> implements Transcript {
  /** Without a slash at the end. */
  abstract readonly baseUrl: string;
  abstract readonly messagesUrl: string;
  readonly run = undefined;

  protected abstract toLine(held: Held): ExchangeLine;
  /** Returns a test for every part of a filter except numbers. Throws an InputError for an unknown key. */
  protected abstract matcher(filter: LineFilter): (held: Held) => boolean;

  /** Returns the lines that match a filter; no exchange is recorded for it. Throws an InputError for an unknown key. */
  lines(filter: LineFilter = {}, part?: LinePart): LinePage {
    return this.#toPage(this.#select(filter), part);
  }

  /**
   * Returns the lines that match a filter and whose exchanges show a text, as they are without secrets. `pause` is called before
   * each exchange; a promise that it returns is waited for. Throws an InputError for an unknown key.
   */
  async search(
    text: string,
    filter: LineFilter,
    part: LinePart,
    pause: () => Promise<void> | undefined,
  ): Promise<LinePage> {
    const searched = new SearchedText(text);
    const found: Held[] = [];
    while (this.prepare()) await pause();
    for (const held of this.#select(filter)) {
      // Awaiting nothing would take time, too.
      const pausing = pause();
      if (pausing !== undefined) await pausing;
      // It may have been dropped meanwhile, and another one may have its number.
      if (this.at(held.number) !== held) continue;
      if (searched.isIn(this.exchangesOf([held])[0] as Exchange)) found.push(held);
    }
    return this.#toPage(found, part);
  }

  #select(filter: LineFilter): readonly Held[] {
    return this.held(filter.since).filter(this.matcher(filter));
  }

  #toPage(all: readonly Held[], part?: LinePart): LinePage {
    const { items, ...page } = cutPage(all, part);
    return { ...page, lines: items.map((held) => this.toLine(held)) };
  }

  /** Returns the newest lines after a number, oldest first, at most `most`; `skipped` counts the others since then. */
  newest(since: number, most: number): { readonly lines: readonly ExchangeLine[]; readonly skipped: number } {
    const shown = this.held(Math.max(since, this.latest - most));
    return {
      lines: shown.map((held) => this.toLine(held)),
      skipped: Math.max(0, this.latest - since) - shown.length,
    };
  }

  /** Returns the line with a number; undefined if it was dropped or is still to come. */
  line(number: number): ExchangeLine | undefined {
    const held = this.at(number);
    return held && this.toLine(held);
  }

  /** Does in slices what takes time when the newest exchanges are first read; `pause` is called between two of them. */
  async prepareRecent(most: number, pause: () => Promise<void> | undefined): Promise<void> {
    while (this.prepare()) await pause();
    for (const held of this.held(this.latest - most)) {
      await pause();
      if (this.at(held.number) === held) this.exchangesOf([held]);
    }
  }

  /** Returns a transcript of the newest exchanges as they were received, at most `most`, for a judge. */
  received(most: number): ReceivedTranscript & Pick<RequestLog<Held>, 'baseUrl' | 'messagesUrl'> {
    const received = this.receivedOf(this.held(this.latest - most));
    return { ...received, run: undefined, baseUrl: this.baseUrl, messagesUrl: this.messagesUrl };
  }
}

/** The public part of a log, whatever it holds. */
export type LoggedRequests = Pick<RequestLog<Numbered>, keyof RequestLog<Numbered>>;

/** Returns whether a status is the wanted one, or of the wanted class. */
export function matchesStatus(status: number | undefined, wanted: string): boolean {
  const text = String(status);
  return status !== undefined && (text === wanted || (wanted.endsWith('xx') && text[0] === wanted[0]));
}

const DEFAULT_LIMIT = 100;

/**
 * Returns one page of a list, which is given oldest first. A page continues after a number and not at an offset: no page repeats or
 * skips an item, however many are added meanwhile.
 */
export function cutPage<Item extends Numbered>(
  all: readonly Item[],
  { order = 'newest', limit = DEFAULT_LIMIT, after }: LinePart = {},
): Omit<LinePage, 'lines'> & { readonly items: readonly Item[] } {
  const isLeft = ({ number }: Item) => after === undefined || (order === 'newest' ? number < after : number > after);
  const left = all.filter(isLeft);
  const items = order === 'newest' ? left.slice(Math.max(0, left.length - limit)).reverse() : left.slice(0, limit);
  return { items, total: all.length, next: items.length === left.length ? undefined : items.at(-1)?.number };
}
