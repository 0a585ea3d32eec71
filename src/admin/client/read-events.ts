import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
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
  let reader: ReadableStreamDefaultReader<EventSourceMessage> | undefined;
  try {
    const stream = (await sendCall(options, 'watchEvents', { signal })) as ReadableStream<Uint8Array<ArrayBuffer>>;
    reader = stream.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || isAborted()) return;
      yield { name: value.event, data: readExactJson(value.data) } as AdminEvent;
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
