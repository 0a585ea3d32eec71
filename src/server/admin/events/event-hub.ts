import type { AdminEvent } from '../../../admin/events.js';
import type { RequestSource } from '../../worlds/request-source.js';
import { dropReasons } from '../../worlds/worlds.js';
import { type AdminContext, AdminHttpError, serviceOf, upstreamOf } from '../admin-route.js';
import { TICK_MS, TICKS_A_SECOND, type Topic, topicsOf } from './world-topics.js';

export type EventHubOptions = Pick<
  AdminContext,
  'version' | 'mode' | 'judgeManners' | 'judgeService' | 'turns' | 'closing'
>;

interface Watch {
  readonly source: RequestSource;
  readonly topics: readonly Topic[];
  readonly subscribers: Set<Subscriber>;
}

/** Sends the events of a world to everyone who watches it. Each look compares the state with what was sent: no event is queued. */
export class EventHub {
  readonly #options: EventHubOptions;
  readonly #watches = new Map<string, Watch>();
  #tick = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: EventHubOptions) {
    this.#options = options;
    const { mode, closing } = options;
    closing.addEventListener('abort', () => {
      for (const watch of [...this.#watches.values()]) this.#end(watch, 'The server is stopping.');
    });
    if (mode.kind === 'proxy') return;
    mode.worlds.onDrop(({ id, reason }) => {
      const watch = this.#watches.get(id);
      if (watch !== undefined) this.#end(watch, `The world was dropped because ${dropReasons[reason]}.`);
    });
  }

  /**
   * Returns a stream of server-sent events (`src/admin/events.ts`) that begins with the whole state. Throws an
   * AdminHttpError when the server stops.
   */
  open(source: RequestSource): ReadableStream<Uint8Array> {
    const { version, mode, closing } = this.#options;
    if (closing.aborted) throw new AdminHttpError(503, 'The server is stopping. Start it and retry.');
    const { id, log } = source;
    const operations = Object.values(serviceOf(mode).operations).map(({ id, method, path }) => ({ id, method, path }));
    const place = { world: id, version, baseUrl: log.baseUrl, mode: mode.kind, upstream: upstreamOf(mode) };
    const watch = this.#watch(source);
    const subscriber = new Subscriber({ ...place, operations }, watch.topics, () => {
      watch.subscribers.delete(subscriber);
      if (watch.subscribers.size === 0 && this.#watches.get(id) === watch) this.#unwatch(id);
    });
    watch.subscribers.add(subscriber);
    // All subscribers at once: what one look found would be missing in the next.
    this.#notify(watch);
    return subscriber.stream;
  }

  #watch(source: RequestSource): Watch {
    const known = this.#watches.get(source.id);
    if (known !== undefined) return known;
    const created = { source, topics: topicsOf(source, this.#options), subscribers: new Set<Subscriber>() };
    this.#watches.set(source.id, created);
    this.#timer ??= setInterval(() => this.#notifyAll(), TICK_MS).unref();
    return created;
  }

  #unwatch(id: string): void {
    this.#watches.delete(id);
    if (this.#watches.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #end({ source, subscribers }: Watch, reason: string): void {
    this.#unwatch(source.id);
    for (const subscriber of subscribers) subscriber.end(reason);
  }

  #notifyAll(): void {
    this.#tick += 1;
    for (const watch of [...this.#watches.values()]) this.#notify(watch);
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

const HEARTBEAT_TICKS = 15 * TICKS_A_SECOND;
const encoder = new TextEncoder();

/** One subscriber of a world. Nothing is queued for it: while its buffer is full, it gets no events. */
class Subscriber {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #onLeave: () => void;
  readonly #followed: readonly { readonly name: AdminEvent['name']; readonly next: () => string | undefined }[];
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #greeting: string;
  #sentAtTick = 0;

  /** `onLeave` is called when the reader disconnects or the stream ends. */
  constructor(hello: Extract<AdminEvent, { name: 'hello' }>['data'], topics: readonly Topic[], onLeave: () => void) {
    this.#onLeave = onLeave;
    this.#followed = topics.map(({ name, follow }) => ({ name, next: follow() }));
    this.#greeting = eventText('hello', JSON.stringify(hello));
    this.stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => this.#leave(),
    });
  }

  /** Sends everything that changed since its last event; a heartbeat if nothing was sent for a while. */
  notify(tick: number): void {
    if ((this.#controller?.desiredSize ?? 0) <= 0) return;
    const news = this.#greeting + this.#followed.map(({ name, next }) => eventText(name, next())).join('');
    if (news === '' && tick - this.#sentAtTick < HEARTBEAT_TICKS) return;
    this.#write(news || ':\n\n');
    this.#greeting = '';
    this.#sentAtTick = tick;
  }

  end(reason: string): void {
    this.#write(this.#greeting + eventText('bye', JSON.stringify({ reason })));
    this.#controller?.close();
    this.#leave();
  }

  #write(text: string): void {
    this.#controller?.enqueue(encoder.encode(text));
  }

  #leave(): void {
    this.#controller = undefined;
    this.#onLeave();
  }
}

function eventText(name: AdminEvent['name'], data: string | undefined): string {
  return data === undefined ? '' : `event: ${name}\ndata: ${data}\n\n`;
}
