import type { AdminEvent } from '../events.js';
import { AdminError, type Caller } from './caller.js';

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

/** One event of a stream of server-sent events, as it stands there. */
export interface SentEvent {
  readonly name: string;
  readonly data: string;
}

/**
 * Returns what reads such a stream (HTML standard, “Server-sent events”): given its text piece by piece, cut wherever it may
 * be, it answers the events that each piece completes. One that the stream breaks off is none.
 */
export function createEventParser(): (piece: string) => SentEvent[] {
  let rest = '';
  let hasHalfBreak = false;
  let name = '';
  let data: string[] = [];

  const readField = (line: string) => {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
  };
  const complete = (): SentEvent[] => {
    const event = { name: name || 'message', data: data.join('\n') };
    const isEmpty = data.length === 0;
    name = '';
    data = [];
    return isEmpty ? [] : [event];
  };

  return (piece) => {
    if (piece === '') return [];
    const text = hasHalfBreak && piece.startsWith('\n') ? piece.slice(1) : piece;
    hasHalfBreak = piece.endsWith('\r');
    const lines = (rest + text).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    return lines.flatMap((line) => {
      if (line === '') return complete();
      readField(line);
      return [];
    });
  };
}
