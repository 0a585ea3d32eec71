/** An HTTP/1.1 message as it came over the wire, in Latin-1. */
export interface WireMessage {
  readonly startLine: string;
  /** In order, as they were written, except for blanks around values. */
  readonly headers: readonly string[];
  readonly body: string;
  readonly trailers: readonly string[];
  /** What shows the end of the body; undefined if only the end of the connection does. */
  readonly framing: 'head' | 'length' | 'chunks' | undefined;
  readonly isComplete: boolean;
}

type Part = Pick<WireMessage, 'body' | 'trailers' | 'framing' | 'isComplete'> & { readonly rest: string };

/** Returns the messages in bytes, the last of which may be incomplete. `isBodiless`: whether a message ends with its head. */
export function readMessages(bytes: string, isBodiless: (startLine: string, headers: readonly string[]) => boolean) {
  const messages: WireMessage[] = [];
  for (let rest = bytes; rest.includes('\r\n\r\n'); ) {
    const [head = ''] = rest.split('\r\n\r\n', 1);
    const [startLine = '', ...lines] = head.split('\r\n');
    const headers = lines.map((line) => line.replace(/^([^:]*):[ \t]*(.*?)[ \t]*$/, '$1: $2'));
    const after = rest.slice(head.length + 4);
    const { rest: next, ...part } = isBodiless(startLine, headers) ? nothingOf(after) : readBody(headers, after);
    messages.push({ startLine, headers, ...part });
    if (!part.isComplete) break;
    rest = next;
  }
  return messages;
}

/** Returns the value of the first header of a name in lower case. */
export function headerOf(headers: readonly string[], name: string): string | undefined {
  return headers.find((line) => line.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 2);
}

function nothingOf(rest: string): Part {
  return { body: '', trailers: [], framing: 'head', isComplete: true, rest };
}

function readBody(headers: readonly string[], after: string): Part {
  if (/chunked/i.test(headerOf(headers, 'transfer-encoding') ?? '')) return readChunks(after);
  const length = headerOf(headers, 'content-length');
  if (length === undefined) return { body: after, trailers: [], framing: undefined, isComplete: false, rest: '' };
  const body = after.slice(0, Number(length));
  const isComplete = body.length === Number(length);
  return { body, trailers: [], framing: 'length', isComplete, rest: after.slice(body.length) };
}

function readChunks(after: string): Part {
  let [body, at] = ['', 0];
  for (;;) {
    const line = after.indexOf('\r\n', at);
    const size = Number.parseInt(after.slice(at, line), 16);
    if (line === -1) return { body, trailers: [], framing: 'chunks', isComplete: false, rest: '' };
    at = line + 2;
    if (size === 0) break;
    body += after.slice(at, at + size);
    at += size + 2;
  }
  const trailers: string[] = [];
  for (let end = after.indexOf('\r\n', at); end > at; end = after.indexOf('\r\n', at)) {
    trailers.push(after.slice(at, end));
    at = end + 2;
  }
  const isComplete = after.startsWith('\r\n', at);
  return { body, trailers, framing: 'chunks', isComplete, rest: after.slice(at + 2) };
}
