import type { AddressInfo, Server } from 'node:net';

/** Prints where a server listens, as `petstore-mock serve` does; whoever started it waits for that line. */
export function announce(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`http://127.0.0.1:${port}/v1\n`);
  });
  process.once('SIGTERM', () => process.exit(0));
}
