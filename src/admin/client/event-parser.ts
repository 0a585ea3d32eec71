/** One event of a stream of server-sent events, as it stands there. */
export interface SentEvent {
  readonly name: string;
  readonly data: string;
}

/**
 * Answers what reads such a stream (HTML standard, “Server-sent events”): given its text piece by piece, cut wherever it may
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
