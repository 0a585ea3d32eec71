import type { AdminEvent } from '../../../admin/events.js';
import type { DroppedWorld } from '../../worlds/dropped-worlds.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import { type AdminContext, createSlots, upstreamOf } from '../admin-route.js';
import { TICK_MS, TICKS_A_SECOND, type Topic } from './topic.js';
import { topicsOf } from './world-topics.js';

/** Tells everybody who watches a world what happens there. It compares what is with what was told: no event waits anywhere. */
export interface EventHub {
  /**
   * Returns a stream of server-sent events (`src/admin/events.ts`) that begins with how everything is. Throws an
   * AdminHttpError where there are too many.
   */
  open(served: ServedWorld): ReadableStream<Uint8Array>;
  /** Ends every stream. */
  close(): void;
}

export interface EventHubOptions
  extends Pick<AdminContext, 'worlds' | 'version' | 'mode' | 'judgeManners' | 'judgeService'> {
  /** Calls something again and again, and answers how to stop that. */
  readonly every?: (ms: number, run: () => void) => () => void;
  /** A clock that nobody moves, in milliseconds. */
  readonly now?: () => number;
}

interface Watch {
  readonly served: ServedWorld;
  readonly topics: readonly Topic[];
  readonly subscribers: Set<Subscriber>;
}

/** Of twenty moments, at most one is spent on looking: a fake under load answers its clients first. */
const REST_PER_LOOK = 20;

/** A look may be slow because the machine does something else: news comes within a second, all the same. */
const LONGEST_REST_TICKS = 4;

const MOST_STREAMS = 200;

const dropReasons = {
  idle: 'The world was dropped: nobody had used it for long.',
  'no-room': 'The world was dropped to make room for another.',
  deleted: 'The world was deleted.',
} as const satisfies Record<DroppedWorld['reason'], string>;

export function createEventHub(options: EventHubOptions): EventHub {
  const { worlds, version, mode, every = everyUnheld, now = () => performance.now() } = options;
  const watches = new Map<string, Watch>();
  const places = createSlots(MOST_STREAMS, 'event streams');
  let tick = 0;
  let restUntil = 0;
  let stopTimer: (() => void) | undefined;
  let isClosed = false;

  const unwatch = (id: string) => {
    watches.delete(id);
    if (watches.size > 0) return;
    stopTimer?.();
    stopTimer = undefined;
  };
  const end = ({ served, subscribers }: Watch, reason: string) => {
    unwatch(served.id);
    for (const subscriber of subscribers) subscriber.end(reason);
  };
  const tell = (watch: Watch) => {
    try {
      for (const topic of watch.topics) topic.look(tick);
      for (const subscriber of watch.subscribers) subscriber.notify(tick);
    } catch (bug) {
      // It would come back at each tick.
      watch.served.world.onBug(bug);
      end(watch, 'There is a bug in the fake; its log tells which.');
    }
  };
  const tellAll = () => {
    tick += 1;
    if (tick < restUntil) return;
    const startMs = now();
    for (const watch of [...watches.values()]) tell(watch);
    restUntil = tick + Math.min(LONGEST_REST_TICKS, Math.floor((REST_PER_LOOK * (now() - startMs)) / TICK_MS));
  };
  const watch = (served: ServedWorld): Watch => {
    const known = watches.get(served.id);
    if (known !== undefined) return known;
    const topics = topicsOf(served, options, now);
    const created = { served, topics, subscribers: new Set<Subscriber>() };
    watches.set(served.id, created);
    stopTimer ??= every(TICK_MS, tellAll);
    return created;
  };

  const stopListening = worlds.onDrop(({ id, reason }) => {
    const watched = watches.get(id);
    if (watched !== undefined) end(watched, dropReasons[reason]);
  });

  return {
    open(served) {
      const { base } = served.world.addresses;
      const hello = { world: served.id, version, baseUrl: base.url, mode: mode.kind, upstream: upstreamOf(mode) };
      if (isClosed) {
        const late = createSubscriber(hello, [], () => {});
        late.end('The server stops.');
        return late.stream;
      }
      const giveBack = places.take();
      const watched = watch(served);
      const subscriber = createSubscriber(hello, watched.topics, () => {
        giveBack();
        watched.subscribers.delete(subscriber);
        if (watched.subscribers.size === 0 && watches.get(served.id) === watched) unwatch(served.id);
      });
      watched.subscribers.add(subscriber);
      // All of them at once: what one look found would be missing in the next.
      tell(watched);
      return subscriber.stream;
    },
    close() {
      isClosed = true;
      stopListening();
      for (const watched of [...watches.values()]) end(watched, 'The server stops.');
    },
  };
}

/** Does not keep the process alive. */
function everyUnheld(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms);
  timer.unref();
  return () => clearInterval(timer);
}

/** One who watches. Nothing is kept for it to read later: while it has no room, it is told nothing. */
interface Subscriber {
  readonly stream: ReadableStream<Uint8Array>;
  /** Tells all that is news to it; a sign of life where there was none for a while. */
  notify(tick: number): void;
  /** Tells the last event, and ends the stream. */
  end(reason: string): void;
}

const HEARTBEAT_TICKS = 15 * TICKS_A_SECOND;
const encoder = new TextEncoder();

/** Creates the stream of one subscriber. `onLeave` is called when its reader goes away, or the stream ends. */
function createSubscriber(
  hello: Extract<AdminEvent, { name: 'hello' }>['data'],
  topics: readonly Topic[],
  onLeave: () => void,
): Subscriber {
  const followed = topics.map(({ name, follow }) => ({ name, next: follow() }));
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let toldAtTick = 0;
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
      const isDue = tick - toldAtTick >= HEARTBEAT_TICKS;
      if (news === '' && greeting === '' && !isDue) return;
      write(news === '' && greeting === '' ? ':\n\n' : greeting + news);
      greeting = '';
      toldAtTick = tick;
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
