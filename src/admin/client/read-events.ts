import type { AdminEvent } from '../events.js';
import { AdminError } from './admin-error.js';
import type { Caller } from './caller.js';
import { createEventParser } from './event-parser.js';

/**
 * Reads the events of a world until the server ends them or the signal aborts. Throws an AdminError where they cannot be had, and
 * where the connection breaks.
 */
export async function* readEvents(caller: Caller, signal: AbortSignal | undefined): AsyncGenerator<AdminEvent, void> {
  const isAborted = () => signal?.aborted === true;
  if (isAborted()) return;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  try {
    reader = (await caller.stream('watchEvents', { signal })).getReader();
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
      'Watching events: the connection broke. Ask for them again: each stream begins with how everything is.',
    );
  } finally {
    // A reader that stops in the middle of them lets the connection go; one that broke has gone already.
    await reader?.cancel().catch(() => {});
  }
}
