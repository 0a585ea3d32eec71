import type { AdminEvent } from '../../../admin/events.js';
import { type DroppedWorld, dropReasons } from '../../worlds/dropped-worlds.js';
import type { RequestSource } from '../../worlds/request-source.js';
import { everyUnref } from '../../worlds/worlds.js';
import { type AdminContext, Slots, upstreamOf } from '../admin-route.js';
import { restTicks, TICK_MS, TICKS_A_SECOND, type Topic } from './topic.js';
import { topicsOf } from './world-topics.js';

export interface EventHubOptions extends Pick<AdminContext, 'version' | 'mode' | 'judgeManners' | 'judgeService'> {
  /** Runs a function repeatedly. Returns a function that stops it. */
  readonly every?: (run: () => void, pauseMs: number) => () => void;
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number;
}

interface Watch {
  readonly source: RequestSource;
  readonly topics: readonly Topic[];
  readonly subscribers: Set<Subscriber>;
}

/** At most one twentieth of the time is spent on looking: a fake under load serves its clients first. */
const REST_PER_LOOK = 20;

/** A look may be slow because the machine is busy: events are sent within a second all the same. */
const LONGEST_REST_TICKS = 4;

const MOST_STREAMS = 200;
const SERVER_STOPS = 'The server is stopping.';

/** Sends the events of a world to everyone who watches it. Each look compares the state with what was sent: no event is queued. */
export class EventHub {
  readonly #options: EventHubOptions;
  readonly #now: () => number;
  readonly #watches = new Map<string, Watch>();
  readonly #slots = new Slots(MOST_STREAMS, 'event streams');
  readonly #stopListening: (() => void) | undefined;
  #tick = 0;
  #restUntil = 0;
  #stopTimer: (() => void) | undefined;
  #isClosed = false;

  constructor(options: EventHubOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    const endDropped = ({ id, reason }: DroppedWorld) => {
      const watched = this.#watches.get(id);
      if (watched !== undefined) this.#end(watched, `The world was dropped because ${dropReasons[reason]}.`);
    };
    if (options.mode.kind === 'fake') this.#stopListening = options.mode.worlds.onDrop(endDropped);
  }

  /**
   * Returns a stream of server-sent events (`src/admin/events.ts`) that begins with the whole state. Throws an
   * AdminHttpError at the maximum number of streams.
   */
  open(source: RequestSource): ReadableStream<Uint8Array> {
    const { version, mode } = this.#options;
    const { id, log } = source;
    const hello = { world: id, version, baseUrl: log.baseUrl, mode: mode.kind, upstream: upstreamOf(mode) };
    if (this.#isClosed) {
      const late = createSubscriber(hello, [], () => {});
      late.end(SERVER_STOPS);
      return late.stream;
    }
    const release = this.#slots.take();
    const watched = this.#watch(source);
    const subscriber = createSubscriber(hello, watched.topics, () => {
      release();
      watched.subscribers.delete(subscriber);
      if (watched.subscribers.size === 0 && this.#watches.get(id) === watched) this.#unwatch(id);
    });
    watched.subscribers.add(subscriber);
    // All subscribers at once: what one look found would be missing in the next.
    this.#notify(watched);
    return subscriber.stream;
  }

  close(): void {
    this.#isClosed = true;
    this.#stopListening?.();
    for (const watched of [...this.#watches.values()]) this.#end(watched, SERVER_STOPS);
  }

  #watch(source: RequestSource): Watch {
    const known = this.#watches.get(source.id);
    if (known !== undefined) return known;
    const topics = topicsOf(source, this.#options, this.#now);
    const created = { source, topics, subscribers: new Set<Subscriber>() };
    this.#watches.set(source.id, created);
    const { every = everyUnref } = this.#options;
    this.#stopTimer ??= every(() => this.#notifyAll(), TICK_MS);
    return created;
  }

  #unwatch(id: string): void {
    this.#watches.delete(id);
    if (this.#watches.size > 0) return;
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }

  #end({ source, subscribers }: Watch, reason: string): void {
    this.#unwatch(source.id);
    for (const subscriber of subscribers) subscriber.end(reason);
  }

  #notifyAll(): void {
    this.#tick += 1;
    if (this.#tick < this.#restUntil) return;
    const startMs = this.#now();
    for (const watch of [...this.#watches.values()]) this.#notify(watch);
    const spentMs = this.#now() - startMs;
    this.#restUntil = this.#tick + restTicks(spentMs, REST_PER_LOOK, LONGEST_REST_TICKS);
  }

  #notify(watch: Watch): void {
    try {
      for (const topic of watch.topics) topic.look(this.#tick);
      for (const subscriber of watch.subscribers) subscriber.notify(this.#tick);
    } catch (bug) {
      // It would recur at each tick.
      watch.source.onBug(bug);
      this.#end(watch, 'An internal error occurred in the fake; its log has the details.');
    }
  }
}

/** One subscriber of a world. Nothing is queued for it: while its buffer is full, it gets no events. */
interface Subscriber {
  readonly stream: ReadableStream<Uint8Array>;
  /** Sends everything that changed since its last event; a heartbeat if nothing was sent for a while. */
  notify(tick: number): void;
  end(reason: string): void;
}

const HEARTBEAT_TICKS = 15 * TICKS_A_SECOND;
const encoder = new TextEncoder();

/** Creates the stream of one subscriber. `onLeave` is called when its reader disconnects or the stream ends. */
function createSubscriber(
  hello: Extract<AdminEvent, { name: 'hello' }>['data'],
  topics: readonly Topic[],
  onLeave: () => void,
): Subscriber {
  const followed = topics.map(({ name, follow }) => ({ name, next: follow() }));
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let sentAtTick = 0;
  let greeting = eventText('hello', JSON.stringify(hello));

  const stream = new ReadableStream<Uint8Array>({
    start(created) {
      controller = created;
    },
    cancel() {
      controller = undefined;
      onLeave();
    },
  });
  const write = (text: string) => controller?.enqueue(encoder.encode(text));

  return {
    stream,
    notify(tick) {
      if (controller === undefined || (controller.desiredSize ?? 0) <= 0) return;
      const news = followed.map(({ name, next }) => eventText(name, next())).join('');
      const isDue = tick - sentAtTick >= HEARTBEAT_TICKS;
      if (news === '' && greeting === '' && !isDue) return;
      write(news === '' && greeting === '' ? ':\n\n' : greeting + news);
      greeting = '';
      sentAtTick = tick;
    },
    end(reason) {
      write(greeting + eventText('bye', JSON.stringify({ reason })));
      controller?.close();
      controller = undefined;
      onLeave();
    },
  };
}

function eventText(name: AdminEvent['name'], data: string | undefined): string {
  return data === undefined ? '' : `event: ${name}\ndata: ${data}\n\n`;
}
