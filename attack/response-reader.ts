/** A response as it came over the wire. */
export interface RawResponse {
  readonly status: number;
  /** Names in lower case, in order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/**
 * Reads the responses of one connection as strictly as RFC 9112 lets a server write them: what it cannot read is the server's fault.
 * `isHead`: whether the response of that index has no body, because its request was a HEAD.
 */
export class ResponseReader {
  #unread: Buffer = Buffer.alloc(0);
  #count = 0;
  readonly #isHead: (index: number) => boolean;

  constructor(isHead: (index: number) => boolean) {
    this.#isHead = isHead;
  }

  /** Whether the connection may end here. */
  get isBetweenResponses(): boolean {
    return this.#unread.length === 0;
  }

  /** Returns the responses that are complete now, except interim ones (1xx). Throws an Error if they are not well-formed. */
  read(chunk: Buffer): RawResponse[] {
    this.#unread = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk]);
    const found: RawResponse[] = [];
    for (let response = this.#next(); response !== undefined; response = this.#next()) {
      if (response.status >= 200) {
        found.push(response);
        this.#count++;
      }
    }
    return found;
  }

  #next(): RawResponse | undefined {
    const end = this.#unread.indexOf('\r\n\r\n');
    if (end === -1) return undefined;
    const [statusLine = '', ...lines] = this.#unread.toString('latin1', 0, end).split('\r\n');
    const [, code] = /^HTTP\/1\.1 (\d{3}) [\t -~]*$/.exec(statusLine) ?? [];
    if (code === undefined) throw new Error(`not a status line: ${JSON.stringify(statusLine.slice(0, 100))}`);
    const head = { status: Number(code), headers: lines.map(parseHeader) };
    const rest = this.#unread.subarray(end + 4);
    const body = this.#isBodyless(head.status) ? { text: '', length: 0 } : readBody(head.headers, rest);
    if (body === undefined) return undefined;
    this.#unread = rest.subarray(body.length);
    return { ...head, body: body.text };
  }

  #isBodyless(status: number): boolean {
    return status < 200 || status === 204 || status === 304 || this.#isHead(this.#count);
  }
}

function parseHeader(line: string): readonly [string, string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`not a header: ${JSON.stringify(line.slice(0, 100))}`);
  return [name.toLowerCase(), value];
}

type Body = { readonly text: string; readonly length: number };

function readBody(headers: RawResponse['headers'], rest: Buffer): Body | undefined {
  const all = (wanted: string) => headers.flatMap(([name, value]) => (name === wanted ? [value] : []));
  const [lengths, encodings] = [all('content-length'), all('transfer-encoding')];
  if (lengths.length + encodings.length !== 1) throw new Error('neither one Content-Length nor one Transfer-Encoding');
  if (encodings.length === 1) return readChunks(rest);
  const length = Number(lengths[0]);
  if (!/^\d+$/.test(lengths[0] ?? '')) throw new Error(`Content-Length: ${lengths[0]}`);
  return rest.length < length ? undefined : { text: rest.toString('utf8', 0, length), length };
}

function readChunks(rest: Buffer): Body | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = rest.indexOf('\r\n', at);
    if (end === -1) return undefined;
    const size = rest.toString('latin1', at, end);
    if (!/^[\da-f]+$/i.test(size)) throw new Error(`not the size of a chunk: ${JSON.stringify(size.slice(0, 100))}`);
    const start = end + 2;
    at = start + Number.parseInt(size, 16) + 2;
    if (rest.length < at) return undefined;
    if (rest.toString('latin1', at - 2, at) !== '\r\n') throw new Error('a chunk is longer than its size');
    if (at === start + 2) return { text: Buffer.concat(parts).toString(), length: at };
    parts.push(rest.subarray(start, at - 2));
  }
}
