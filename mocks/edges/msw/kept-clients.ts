import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { runInThisContext } from 'node:vm';
import type { InputError } from '../../../src/json/input-error.js';
import { parseUrl } from '../../../src/json/parse-url.js';

/** Returns an error for a request that was meant for a fake, undefined for any other one. */
type Refuse = (method: string, url: string) => InputError | undefined;

interface Dispatcher {
  dispatch(
    options: { readonly origin: string | URL; readonly path: string; readonly method: string },
    handler: unknown,
  ): boolean;
}

/** Where Node's fetch and the package undici look for what sends their requests. */
const PLACES = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map((name) => Symbol.for(name));

/** Returns whether msw 2 listens: it replaces `fetch` by a function of this name. msw 3 intercepts sockets: nothing can pass it. */
export const replacesFetch = () => globalThis.fetch?.name === 'fetchProxy';

/**
 * Lets modules that import functions of node:http by name have msw's, and refuses requests of clients that kept the original `fetch`
 * or `http.request` from before the fake started, and of undici: msw 2 does not see them. Call it again when such a client may have
 * been loaded since. While msw does not listen, every client is such a one. Returns a function that ends it.
 */
export function refuseKeptClients(refuse: Refuse, mswListens: boolean): () => void {
  syncBuiltinESMExports();
  if (mswListens && !replacesFetch()) return syncBuiltinESMExports;
  const ends = [...refuseDispatched(refuse), refuseOwnDispatchers(refuse), refuseAgents(refuse, mswListens)];
  return () => {
    for (const end of ends) end();
    syncBuiltinESMExports();
  };
}

function refuseDispatched(refuse: Refuse): (() => void)[] {
  // In the sandbox of jest, `globalThis` is another object than that of Node's fetch.
  const node: Record<symbol, Dispatcher | undefined> = runInThisContext('Request; globalThis');
  return PLACES.flatMap((place) => {
    const original = node[place];
    if (original === undefined) return [];
    const dispatch: Dispatcher['dispatch'] = (options, handler) => {
      const problem = refuse(options.method, new URL(options.path, options.origin).href);
      if (problem !== undefined) throw problem;
      return original.dispatch(options, handler);
    };
    const refusing = Object.create(original, { dispatch: { value: dispatch } });
    node[place] = refusing;
    return () => {
      if (node[place] === refusing) node[place] = original;
    };
  });
}

interface UndiciRequest {
  readonly method: string;
  readonly path: string;
  readonly origin: string | URL;
  onConnect?: (abort: (reason: Error) => void) => void;
  onRequestStart?: (abort: (reason: Error) => void) => void;
}

/** undici announces each request, also of an `Agent`, a `Pool` or a `Client` of one's own. */
function refuseOwnDispatchers(refuse: Refuse): () => void {
  const announced = (message: unknown) => {
    const { request } = message as { readonly request: UndiciRequest };
    const problem = refuse(request.method, new URL(request.path, request.origin).href);
    if (problem === undefined) return;
    request['onRequestStart' in request ? 'onRequestStart' : 'onConnect'] = (abort) => abort(problem);
  };
  subscribe('undici:request:create', announced);
  return () => void unsubscribe('undici:request:create', announced);
}

interface AgentOptions {
  readonly host?: string;
  readonly port?: number | string;
}

/** Every `http.request`, also a kept one, asks an agent for a connection. msw's own agents inherit from Node's. */
function refuseAgents(refuse: Refuse, mswListens: boolean): () => void {
  const prototype = http.Agent.prototype as unknown as {
    addRequest(request: http.ClientRequest, options: AgentOptions, ...rest: unknown[]): void;
  };
  const original = prototype.addRequest;
  prototype.addRequest = function (request, options, ...rest) {
    const scheme = this instanceof https.Agent ? 'https' : 'http';
    const isOfMsw = mswListens && this.constructor.name.startsWith('Mock');
    const url = parseUrl(`${scheme}://${options.host ?? 'localhost'}:${options.port ?? ''}${request.path}`);
    const problem = isOfMsw || url === undefined ? undefined : refuse(request.method, url.href);
    if (problem !== undefined) throw problem;
    original.call(this, request, options, ...rest);
  };
  return () => {
    prototype.addRequest = original;
  };
}
