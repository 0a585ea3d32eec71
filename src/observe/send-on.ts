import { bypass } from 'msw';

/** What belongs to one connection, or what the sender of the next one writes itself; some of it `fetch` refuses to send. */
const OF_THE_CONNECTION = [
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
];

/** The encodings that Node's `fetch` decodes, whatever its version. */
const DECODED = /^\s*(?:gzip|x-gzip|deflate|br|identity)\s*(?:;|$)/i;

/** Sends an intercepted request to where it was going; rejects as `fetch` does. */
export type SendOn = (request: Request, body: Uint8Array | undefined) => Promise<Response>;

/** The name of the function that msw 2 puts in the place of Node's `fetch`. */
const OF_MSW_2 = 'fetchProxy';

/**
 * Creates what sends requests on, past msw. To be called before msw 2 listens where that is possible: it would send its mark for a
 * bypassed request along to the service. (msw 3 takes the mark off, and sees what any `fetch` sends that lacks it.)
 */
export function createSendOn(): SendOn {
  if (!isNode()) return (request) => fetch(bypass(request));
  const found = globalThis.fetch;
  const isNodesOwn = () => globalThis.fetch.name === OF_MSW_2 && found.name !== OF_MSW_2;
  return (request, body) => {
    const sent = new Request(request.url, {
      method: request.method,
      headers: headersToSend(request.headers),
      ...(body !== undefined && { body: body as Uint8Array<ArrayBuffer> }),
      // Whoever sent it follows it, or does not: a client of node:http never does.
      redirect: 'manual',
    });
    // A request that nobody holds any more may be gone before its answer comes, and with it the signal that it handed on.
    const { signal } = request;
    if (isNodesOwn()) return found(sent, { signal });
    // The mark alone would say that no other type is acceptable.
    if (!sent.headers.has('accept')) sent.headers.set('accept', '*/*');
    return fetch(bypass(sent), { signal });
  };
}

function headersToSend(headers: Headers): Headers {
  const sent = new Headers(headers);
  for (const name of OF_THE_CONNECTION) sent.delete(name);
  const codings = sent.get('accept-encoding');
  if (codings !== null) {
    const decoded = codings.split(',').filter((coding) => DECODED.test(coding));
    sent.set('accept-encoding', decoded.length === 0 ? 'identity' : decoded.join(','));
  }
  return sent;
}

/** Tells Node from a page, which may have a `process` that imitates Node's, but no such version. */
export function isNode(): boolean {
  return typeof globalThis.process?.versions?.node === 'string';
}
