import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A way to a store that delays all bytes, and whose connections can be cut. */
export interface Link {
  readonly url: string;
  /** Cuts all connections; new ones are accepted. */
  cut(): void;
}

/** Opens a way to a port for the rest of the test; each direction takes `delayMs`. */
export async function openLink(port: number, delayMs: number): Promise<Link> {
  const sockets = new Set<Socket>();
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('data', (bytes) => setTimeout(() => to.destroyed || to.write(bytes), delayMs));
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    pass(near, far);
    pass(far, near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    server.close();
    cut();
  });
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, cut };
}
