/**
 * Sends the load, in its own process, so that neither the servers nor the bookkeeping share its event loop. It writes prepared bytes and reads
 * of a response only its status and length: on a machine of two cores, a generator that does more is slower than the servers.
 */
import { connect } from 'node:net';
import type { LoadJob, LoadOutcome } from './load.js';
import { benchmarkKey, type PlannedRequest } from './product.js';
import { percentile } from './statistics.js';

const PATIENCE_MS = 60_000;

process.on('message', (job: LoadJob) => {
  send(job).then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit(0));

/** A kept connection, with at most one request on the way. */
interface Connection {
  /** Sends the next request. */
  send(): void;
  close(): void;
}

interface Listener {
  onResponse(connection: Connection, latencyMs: number): void;
  onFailure(error: Error): void;
}

async function send({ url, requests, seconds }: LoadJob): Promise<LoadOutcome> {
  const urls = [url].flat();
  const latenciesMs: number[] = [];
  let running = requests.length;
  let endMs = Number.POSITIVE_INFINITY;
  const { promise: finished, resolve, reject } = withResolvers();
  const onResponse = (connection: Connection, latencyMs: number) => {
    latenciesMs.push(latencyMs);
    if (performance.now() < endMs) connection.send();
    else if (--running === 0) resolve();
  };
  const listener = { onResponse, onFailure: reject };
  const connections = await Promise.all(
    requests.map((planned, index) => open(new URL(urls[index % urls.length] ?? ''), planned, listener)),
  );
  const patience = setTimeout(() => reject(new Error('no response')), seconds * 1000 + PATIENCE_MS);
  const startMs = performance.now();
  endMs = startMs + seconds * 1000;
  for (const connection of connections) connection.send();
  await finished.finally(() => clearTimeout(patience));
  const elapsedMs = performance.now() - startMs;
  for (const connection of connections) connection.close();
  return {
    responses: latenciesMs.length,
    rate: (latenciesMs.length * 1000) / elapsedMs,
    p50Ms: percentile(latenciesMs, 50),
    p97_5Ms: percentile(latenciesMs, 97.5),
    p99Ms: percentile(latenciesMs, 99),
  };
}

/** Connects to a server. */
function open({ hostname, port, host }: URL, planned: readonly PlannedRequest[], listener: Listener) {
  const prepared = planned.map((request) => prepare(request, host));
  let next = 0;
  let sentMs = 0;
  let head = '';
  /** Bytes of the body that have yet to arrive; undefined within the head. */
  let missing: number | undefined;
  const read = (chunk: Buffer) => {
    if (missing === undefined) {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = /\r\ncontent-length: *(\d+)\r\n/i.exec(head)?.[1];
      const wrong = !head.startsWith('HTTP/1.1 200 ') || length === undefined;
      if (wrong) return listener.onFailure(new Error(`${host}: not 200 with a length: ${head.slice(0, 500)}`));
      missing = Number(length) - (head.length - end - 4);
    } else missing -= chunk.length;
    if (missing > 0) return;
    if (missing < 0) return listener.onFailure(new Error(`${host}: more than one response to a request`));
    head = '';
    missing = undefined;
    listener.onResponse(connection, performance.now() - sentMs);
  };
  const callback = (length: number, buffer: Uint8Array) => {
    read((buffer as Buffer).subarray(0, length));
    return true;
  };
  const socket = connect({ host: hostname, port: Number(port), onread: { buffer: Buffer.alloc(2 ** 16), callback } });
  socket.setNoDelay();
  const closed = () => listener.onFailure(new Error(`${host}: the server closed a connection`));
  socket.once('close', closed);
  const connection: Connection = {
    send() {
      sentMs = performance.now();
      socket.write(prepared[next] ?? '');
      next = (next + 1) % prepared.length;
    },
    close() {
      socket.off('close', closed);
      socket.destroy();
    },
  };
  return new Promise<Connection>((resolve, reject) => {
    socket.once('connect', () => resolve(connection));
    socket.once('error', reject);
  });
}

function prepare({ path, body }: PlannedRequest, host: string): Buffer {
  const lines = [
    `${body === undefined ? 'GET' : 'PATCH'} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${benchmarkKey}`,
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

/** `Promise.withResolvers`, which Node 20 lacks. */
function withResolvers() {
  let resolve = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((res, rej) => {
    resolve = res;
    reject = rej;
  });
  return { promise, resolve, reject };
}
