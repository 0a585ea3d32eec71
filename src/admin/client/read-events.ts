import { createParser } from 'eventsource-parser';
import type { AdminEvent } from '../events.js';
import { type AdminClientOptions, AdminError, sendCall } from './caller.js';

/** Yields the events of a world until the server ends the stream or the signal aborts. Throws an AdminError if the connection fails. */
export async function* readEvents(
  options: Required<AdminClientOptions>,
  signal: AbortSignal | undefined,
): AsyncGenerator<AdminEvent, void> {
  const isAborted = () => signal?.aborted === true;
  if (isAborted()) return;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  try {
    const stream = (await sendCall(options, 'watchEvents', { signal })) as ReadableStream<Uint8Array>;
    reader = stream.getReader();
    const decoder = new TextDecoder();
    const parse = createEventParser();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || isAborted()) return;
      for (const { name, data } of parse(decoder.decode(value, { stream: true }))) {
        yield { name, data: JSON.parse(data) } as AdminEvent;
        if (isAborted()) return;
      }
    }
  } catch (error) {
    if (isAborted()) return;
    if (error instanceof AdminError) throw error;
    throw new AdminError(
      'Watching events: the connection failed. Call events() again: each stream starts with the current state.',
    );
  } finally {
    // Closes the connection of a reader that stops early.
    await reader?.cancel().catch(() => {});
  }
}

/** One event of a stream of server-sent events. */
export interface SentEvent {
  readonly name: string;
  readonly data: string;
}

/** Returns a function that takes the stream's text piece by piece and returns the events that each piece completes. */
export function createEventParser(): (piece: string) => SentEvent[] {
  let events: SentEvent[] = [];
  const parser = createParser({ onEvent: ({ event = 'message', data }) => events.push({ name: event, data }) });
  return (piece) => {
    events = [];
    parser.feed(piece);
    return events;
  };
}
