import { connect, type Socket } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { type ProxyServerOptions, startProxyServer } from '../../src/observe/proxy/proxy-server.js';
import { upstreamAt } from '../../src/observe/proxy/upstream.js';
import type { WireExchange } from '../../src/observe/proxy/wire-exchange.js';

/** Starts a proxy to a base URL; `passed` collects the exchanges, and `count` waits for that many of them. */
export async function startProxy(upstreamUrl: string, options: Partial<ProxyServerOptions> = {}) {
  const passed: WireExchange[] = [];
  const bugs: unknown[] = [];
  let wake = () => {};
  const server = await startProxyServer({
    upstream: upstreamAt(upstreamUrl),
    port: 0,
    host: '127.0.0.1',
    ca: undefined,
    log: { bug: (bug) => bugs.push(bug) },
    closeMs: 100,
    onExchange: (one) => {
      passed.push(one);
      wake();
    },
    ...options,
  });
  onTestFinished(() => server.close());
  const count = async (wanted: number) => {
    while (passed.length < wanted) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return passed;
  };
  return { ...server, passed, bugs, count };
}

/** Sends bytes on a new connection and returns every byte that comes back before it is closed. */
export async function exchangeRaw(origin: string, text: string): Promise<string> {
  const socket = openSocket(origin);
  let received = '';
  socket.on('data', (data) => {
    received += data.toString('latin1');
  });
  socket.write(text, 'latin1');
  await new Promise((resolve) => socket.once('close', resolve));
  return received;
}

/** Opens a connection that is closed after the test. */
export function openSocket(origin: string): Socket {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Returns what was received up to and including a text. */
export function readUntil(socket: Socket, text: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const listen = (data: Buffer) => {
      received += data.toString('latin1');
      if (!received.includes(text)) return;
      socket.off('data', listen);
      resolve(received);
    };
    socket.on('data', listen);
  });
}

/** What the proxy adds to `Via` of an HTTP/1.1 request. */
export const VIA = expect.stringMatching(/^1\.1 petstore-mock-[\da-f]{8}$/);

/** Returns the text of a request without the one line that the proxy adds; throws unless it is there once. */
export function withoutVia(request: string): string {
  const [before, after, ...more] = request.split(/Via: 1\.1 petstore-mock-[\da-f]{8}\r\n/);
  if (after === undefined || more.length > 0) throw new Error(`expected one Via header of the proxy in ${request}`);
  return `${before}${after}`;
}
