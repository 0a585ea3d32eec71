import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { freePort } from '../free-port.js';
import { temporaryFile } from '../temporary-file.js';

export const balancerConfig = readFileSync(new URL('../../deploy/haproxy.cfg', import.meta.url), 'utf8');

/**
 * Runs HAProxy with the configuration of deploy/ in front of replicas on the addresses and the port given; only names, ports and
 * the seconds between health checks are others. Returns its origin. The test ends it.
 */
export async function startBalancer(addresses: readonly string[], replicaPort: number): Promise<string> {
  const port = await freePort();
  const config = [
    ['127.0.0.11:53', `127.0.0.1:${await startNameServer(addresses)}`],
    ['bind :8080', `bind 127.0.0.1:${port}`],
    ['petstore:4290', `petstore:${replicaPort}`],
    ['inter 2s', 'inter 50ms'],
  ].reduce((text, [from = '', to = '']) => {
    if (!text.includes(from)) throw new Error(`deploy/haproxy.cfg no longer contains “${from}”`);
    return text.replaceAll(from, to);
  }, balancerConfig);
  const child = spawn('haproxy', ['-db', '-f', await temporaryFile('haproxy.cfg', config)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  onTestFinished(async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended: ${complaints}`);
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return `http://127.0.0.1:${port}`;
}

/** Starts a name server that knows all addresses by every name, as Docker's does for the replicas of a service. Returns its port. */
async function startNameServer(addresses: readonly string[]): Promise<number> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => socket.send(respond(query, addresses), port, address));
  socket.bind(0, '127.0.0.1');
  onTestFinished(() => void socket.close());
  await once(socket, 'listening');
  return (socket.address() as AddressInfo).port;
}

const A_RECORD = 1;

/** Responds to a query of one question (RFC 1035 §4.1); there are no IPv6 addresses. */
function respond(query: Buffer, addresses: readonly string[]): Buffer {
  const endOfName = query.indexOf(0, 12);
  const question = query.subarray(12, endOfName + 5);
  const records = query.readUInt16BE(endOfName + 1) === A_RECORD ? addresses : [];
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8);
  const answers = records.map((address) => {
    // The name of the question, class IN, 1 second, 4 bytes.
    const record = [0xc0, 12, 0, A_RECORD, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)];
    return Buffer.from(record);
  });
  return Buffer.concat([header, question, ...answers]);
}
