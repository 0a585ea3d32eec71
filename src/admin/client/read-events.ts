import { createParser } from 'eventsource-parser';
import { readExactJson } from '../../json/json.js';
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
    const events: AdminEvent[] = [];
    const parser = createParser({
      onEvent: ({ event, data }) => events.push({ name: event, data: readExactJson(data) } as AdminEvent),
    });
    for (;;) {
      const { done, value } = await reader.read();
      if (done || isAborted()) return;
      parser.feed(decoder.decode(value, { stream: true }));
      for (const event of events.splice(0)) {
        yield event;
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
