import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { type ProxyServerOptions, startProxyServer } from '../../src/observe/proxy/proxy-server.js';
import { upstreamAt } from '../../src/observe/proxy/upstream.js';
import type { WireExchange } from '../../src/observe/proxy/wire-exchange.js';

/** Starts a proxy to a base URL; `passed` gathers what went through, and `count` waits until so many have. */
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
    onPassed: (one) => {
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

/** Sends bytes on a connection of its own, and answers all bytes that come back before it is closed, as they came. */
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

/** Opens a connection that outlives no test. */
export function openSocket(origin: string): Socket {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Returns what comes until a text has come. */
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
