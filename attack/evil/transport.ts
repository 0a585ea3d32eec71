import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { bytesOf, type EvilService, type Turn, write } from './evil-server.js';

/** Writes the same again and again, as fast as it is taken. */
async function pour(socket: Socket, chunk: string | Buffer): Promise<void> {
  while (!socket.destroyed) {
    const isTaken = socket.write(chunk);
    await new Promise<void>((resolve) => {
      if (isTaken) setImmediate(resolve);
      else socket.once('drain', resolve).once('close', resolve);
    });
  }
}

async function drip(socket: Socket, bytes: Buffer, everyMs: number): Promise<void> {
  for (const byte of bytes) {
    if (socket.destroyed) return;
    socket.write(Buffer.of(byte));
    await new Promise<void>((resolve) => void setTimeout(resolve, everyMs).unref());
  }
}

const isUpdate = ({ request }: Turn) => request.method === 'PATCH';
const megabyte = Buffer.alloc(1 << 20, '0');
/** 256 MiB of zeros. */
const bomb = gzipSync(Buffer.alloc(1 << 28, '0'));
const brotliBomb = brotliCompressSync(Buffer.alloc(1 << 26, '0'), { params: { 1: 5 } });

/** Returns the header that names the coding of a body. */
const encoded = (...codings: readonly string[]) => [['Content-Encoding', codings.join(', ')]] as const;

function reset(socket: Socket): void {
  socket.resetAndDestroy();
}

/** Services that are evil in how they send. */
export const transportEvils: readonly EvilService[] = [
  { name: 'never responds', respond: () => {} },
  { name: 'never reads', respond: ({ socket }) => socket.pause() },
  { name: 'drips its body', respond: ({ socket, response }) => drip(socket, bytesOf(response), 50) },
  {
    name: 'sends endless headers',
    respond({ socket }) {
      socket.write('HTTP/1.1 200 OK\r\n');
      return pour(socket, 'X-Evil: and so on\r\n'.repeat(1_000));
    },
  },
  { name: 'sends one header of 15 MB', respond: (turn) => write(turn, { headers: [['X-Evil', 'x'.repeat(15e6)]] }) },
  {
    name: 'sends an endless body',
    respond({ socket }) {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n["');
      return pour(socket, megabyte);
    },
  },
  {
    name: 'sends endless chunks',
    respond({ socket }) {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n');
      return pour(socket, '1\r\n[\r\n'.repeat(10_000));
    },
  },
  {
    name: 'sends endless trailers',
    respond({ socket }) {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n');
      return pour(socket, 'X-Evil: and so on\r\n'.repeat(1_000));
    },
  },
  { name: 'promises a longer body', respond: (turn) => write(turn, { framing: 'Content-Length: 999999' }) },
  {
    name: 'promises a longer body and closes',
    respond(turn) {
      write(turn, { framing: 'Content-Length: 999999' });
      turn.socket.end();
    },
  },
  { name: 'promises a shorter body', respond: (turn) => write(turn, { framing: 'Content-Length: 3' }) },
  { name: 'has two lengths', respond: (turn) => write(turn, { framing: 'Content-Length: 3\r\nContent-Length: 900' }) },
  {
    name: 'has a length and chunks',
    respond: (turn) => write(turn, { framing: 'Content-Length: 3\r\nTransfer-Encoding: chunked' }),
  },
  {
    name: 'sends every response twice',
    respond: (turn) => turn.socket.write(Buffer.concat([bytesOf(turn.response), bytesOf(turn.response)])),
  },
  { name: 'sends a gzip bomb', respond: (turn) => write(turn, { headers: encoded('gzip'), body: bomb }) },
  { name: 'sends a brotli bomb', respond: (turn) => write(turn, { headers: encoded('br'), body: brotliBomb }) },
  {
    name: 'sends broken gzip',
    respond: (turn) => write(turn, { headers: encoded('gzip'), body: gzipSync(turn.response.body).subarray(0, -9) }),
  },
  {
    name: 'names a thousand codings',
    respond: (turn) => write(turn, { headers: encoded(...Array<string>(1_000).fill('gzip')) }),
  },
  { name: 'resets at once', respond: ({ socket }) => reset(socket) },
  {
    name: 'resets in the middle of a body',
    respond(turn) {
      write(turn, { framing: 'Content-Length: 999999' });
      setImmediate(reset, turn.socket);
    },
  },
  {
    name: 'carries updates out and resets',
    respond: (turn) => (isUpdate(turn) ? reset(turn.socket) : write(turn)),
  },
  { name: 'carries updates out and hangs', isSlow: true, respond: (turn) => isUpdate(turn) || write(turn) },
  { name: 'closes within the headers', respond: ({ socket }) => socket.end('HTTP/1.1 200 OK\r\nContent-') },
  {
    name: 'sends endless 1xx',
    respond: ({ socket }) => pour(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </evil>; rel=preload\r\n\r\n'.repeat(100)),
  },
  {
    name: 'switches protocols',
    respond: (turn) => write(turn, { status: 101, head: 'Upgrade: evil\r\nConnection: Upgrade\r\n' }),
  },
  { name: 'speaks no HTTP', respond: ({ socket }) => socket.write('SSH-2.0-evil\r\n') },
  { name: 'speaks no TLS', isHttps: true, respond: ({ socket }) => socket.write('HTTP/1.1 200 OK\r\n\r\n') },
];
