import { bypass } from 'msw';

/** Headers of a single connection, and those that `fetch` writes itself or rejects. */
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

/** The encodings that `fetch` decodes in every supported version of Node. */
const DECODED = /^\s*(?:gzip|x-gzip|deflate|br|identity)\s*(?:;|$)/i;

/** Sends an intercepted request to its destination; rejects like `fetch`. */
type SendOn = (request: Request, body: Uint8Array | undefined) => Promise<Response>;

/** The name of the function by which msw 2 replaces Node's `fetch`. */
const OF_MSW_2 = 'fetchProxy';

/** Whether this code runs for a request that is passed on: happy-dom sends with node:http, where msw sees the request again. */
const passedOn = isNode() ? new (process.getBuiltinModule('node:async_hooks').AsyncLocalStorage)<true>() : undefined;

/** Creates a function that sends requests past msw. Call it before msw 2 listens: that would send its mark for bypassed requests, too. */
export function createSendOn(): SendOn {
  if (!isNode()) return (request) => fetch(bypass(request));
  const passing = createSendOnInNode();
  return (request, body) => (passedOn ? passedOn.run(true, () => passing(request, body)) : passing(request, body));
}

/** Returns whether the request that msw sees now is one that was passed on. */
export function isPassedOn(): boolean {
  return passedOn?.getStore() === true;
}

function createSendOnInNode(): SendOn {
  const found = globalThis.fetch;
  const isNodesOwn = () => globalThis.fetch.name === OF_MSW_2 && found.name !== OF_MSW_2;
  return (request, body) => {
    const sent = new Request(request.url, {
      method: request.method,
      headers: headersToSend(request.headers),
      ...(body !== undefined && { body: body as Uint8Array<ArrayBuffer> }),
      // Following redirects is up to the client: one of node:http never does.
      redirect: 'manual',
    });
    // If the request is garbage-collected before its response arrives, the signal of a copy is lost.
    const { signal } = request;
    if (isNodesOwn()) return found(sent, { signal });
    // The mark alone would mean that no other type is acceptable.
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

/** Returns whether this is Node. A page may have an imitation of `process`, but without this version. */
export function isNode(): boolean {
  return typeof globalThis.process?.versions?.node === 'string';
}
