import type { AdminEvents } from '../../../admin/events.js';
import type { RequestSource } from '../../worlds/request-source.js';
import { dropReasons } from '../../worlds/worlds.js';
import { type AdminContext, AdminHttpError, serviceOf, upstreamOf } from '../admin-route.js';
import { TICK_MS, TICKS_A_SECOND, type Topic, topicsOf } from './world-topics.js';

export type EventHubOptions = Omit<AdminContext, 'uptimeSeconds' | 'events'>;

const HEARTBEAT_TICKS = 15 * TICKS_A_SECOND;
const encoder = new TextEncoder();

/** Sends the events of worlds to everyone who watches them. */
export function createEventHub(options: EventHubOptions) {
  const { version, mode, closing } = options;
  const streams = new Set<EventStream>();
  closing.addEventListener('abort', () => {
    for (const stream of streams) stream.end('The server is stopping.');
  });
  if (mode.kind === 'fake') {
    mode.worlds.onDrop(({ id, reason }) => {
      for (const stream of streams) {
        if (stream.source.id === id) stream.end(`The world was dropped because ${dropReasons[reason]}.`);
      }
    });
  }
  return {
    /** Returns a stream of server-sent events that begins with the whole state. Throws an AdminHttpError when the server stops. */
    open(source: RequestSource): ReadableStream<Uint8Array> {
      if (closing.aborted) throw new AdminHttpError(503, 'The server is stopping. Start it and retry.');
      const { id, log } = source;
      const all = Object.values(serviceOf(mode).operations);
      const operations = all.map(({ id, method, path }) => ({ id, method, path }));
      const place = { world: id, version, baseUrl: log.baseUrl, mode: mode.kind, upstream: upstreamOf(mode) };
      const hello = eventText('hello', JSON.stringify({ ...place, operations } satisfies AdminEvents['hello']));
      const events = new EventStream(source, hello, topicsOf(source, options), () => streams.delete(events));
      streams.add(events);
      events.notify();
      return events.stream;
    },
  };
}

/** The events of one subscriber. Nothing is queued: while its buffer is full, it gets none, and then what changed since its last. */
class EventStream {
  readonly source: RequestSource;
  readonly stream: ReadableStream<Uint8Array>;
  readonly #topics: readonly Topic[];
  readonly #onLeave: () => void;
  readonly #timer: NodeJS.Timeout;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #greeting: string;
  #tick = 0;
  #sentAtTick = 0;

  /** `onLeave` is called when the reader disconnects or the stream ends. */
  constructor(source: RequestSource, greeting: string, topics: readonly Topic[], onLeave: () => void) {
    this.source = source;
    this.#greeting = greeting;
    this.#topics = topics;
    this.#onLeave = onLeave;
    this.stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => this.#leave(),
    });
    this.#timer = setInterval(() => {
      this.#tick++;
      this.notify();
    }, TICK_MS).unref();
  }

  /** Sends everything that changed since the last event; a heartbeat if nothing was sent for a while. */
  notify(): void {
    if ((this.#controller?.desiredSize ?? 0) <= 0) return;
    try {
      const changes = this.#topics.map(({ name, next }) => eventText(name, next(this.#tick)));
      const news = this.#greeting + changes.join('');
      if (news === '' && this.#tick - this.#sentAtTick < HEARTBEAT_TICKS) return;
      this.#write(news || ':\n\n');
      this.#greeting = '';
      this.#sentAtTick = this.#tick;
    } catch (bug) {
      // It would recur at each tick.
      this.source.onBug(bug);
      this.end('An internal error occurred in the fake; its log has the details.');
    }
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
    clearInterval(this.#timer);
    this.#controller = undefined;
    this.#onLeave();
  }
}

function eventText(name: keyof AdminEvents, data: string | undefined): string {
  return data === undefined ? '' : `event: ${name}\ndata: ${data}\n\n`;
}
