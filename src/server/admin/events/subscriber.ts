import type { AdminEvent } from '../../../admin/events.js';
import { TICKS_A_SECOND, type Topic } from './topic.js';

/** One who watches. Nothing is kept for it to read later: while it has no room, it is told nothing. */
export interface Subscriber {
  readonly stream: ReadableStream<Uint8Array>;
  /** Tells all that is news to it; a sign of life where there was none for a while. */
  tell(tick: number): void;
  /** Tells the last event, and ends the stream. */
  end(why: string): void;
}

const HEARTBEAT_TICKS = 15 * TICKS_A_SECOND;
const encoder = new TextEncoder();

/** Makes the stream of one subscriber. `onLeave` is called when its reader goes away, or the stream ends. */
export function createSubscriber(
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
    tell(tick) {
      if (controller === undefined || (controller.desiredSize ?? 0) <= 0) return;
      const news = followed.map(({ name, next }) => eventText(name, next())).join('');
      const isDue = tick - toldAtTick >= HEARTBEAT_TICKS;
      if (news === '' && greeting === '' && !isDue) return;
      write(news === '' && greeting === '' ? ':\n\n' : greeting + news);
      greeting = '';
      toldAtTick = tick;
    },
    end(why) {
      write(greeting + eventText('bye', JSON.stringify({ why })));
      controller?.close();
      controller = undefined;
      onLeave();
    },
  };
}

function eventText(name: AdminEvent['name'], data: string | undefined): string {
  return data === undefined ? '' : `event: ${name}\ndata: ${data}\n\n`;
}
