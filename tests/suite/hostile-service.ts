import { readdir, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { KEY } from './running-check.js';
import type { Ended } from './running-command.js';

export const pets = JSON.stringify([
  { petId: 1, quantity: 3, status: 'available' },
  { petId: 2, quantity: 4, status: 'sold' },
]);

export interface HostileService {
  readonly baseUrl: string;
  /** What the operating system took of it, over all connections. */
  writtenBytes(): number;
}

export type Respond = (socket: Socket, request: string) => unknown;

/** Returns each piece of a request that comes with bytes of the test's own making, until the test ends. */
export async function serveRaw(respond: Respond | string | Buffer): Promise<HostileService> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.setMaxListeners(0);
    socket.on('error', () => {});
    socket.on('data', (data) =>
      typeof respond === 'function' ? respond(socket, String(data)) : socket.write(respond),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    writtenBytes: () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
  };
}

/** The head of a valid response; `more` are header lines, each with its line break. */
export function headOf(status = '200 OK', more = ''): string {
  const reset = Math.floor(Date.now() / 1000) + 60;
  const limits = `X-RateLimit-Limit: 60\r\nX-RateLimit-Remaining: 50\r\nX-RateLimit-Reset: ${reset}\r\n`;
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n${limits}${more}`;
}

export function responseOf(body: string | Buffer, status?: string, more?: string): Buffer {
  const head = `${headOf(status, more)}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]);
}

/** Writes the same again and again, as fast as it is taken. */
export async function pour(socket: Socket, chunk: Buffer, totalBytes = Number.POSITIVE_INFINITY): Promise<void> {
  for (let sent = 0; sent < totalBytes && !socket.destroyed; sent += chunk.length) {
    if (socket.write(chunk)) continue;
    await new Promise<void>((resolve) => {
      socket.once('drain', resolve).once('close', resolve);
    });
  }
}

/** Returns the result of a check as the console shows it: below the heading. */
export function resultOf({ stdout }: Ended): string {
  return stdout.split('\n\n')[1]?.trim() ?? '';
}

/** The causes for which a check stopped, as the result on the console reports it. */
export function causeIn(ended: Ended): string {
  return resultOf(ended).replace(/^(?:Stopped early, no violations so far|Nothing could be judged): /, '');
}

/** The key as it might be sent back. */
const forms = [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64'), Buffer.from(KEY).toString('hex')];
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
const STEERING = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

/** Looks at everything that a check printed and wrote: no key, nothing that steers a terminal or a CI system, no stack. Answers the files. */
export async function expectHarmless({ stdout, stderr, folder }: Ended): Promise<Record<string, string>> {
  const names = (await readdir(join(folder, 'out'))).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, 'out', name), 'utf8')));
  expect(names).toEqual(['ctrf.json', 'junit.xml', 'report.html', 'report.json', 'transcript.har']);
  for (const form of forms) expect([stdout, stderr, ...texts].filter((text) => text.includes(form))).toEqual([]);
  for (const printed of [stdout, stderr]) expect(printed).not.toMatch(STEERING);
  expect(stdout).not.toMatch(/^\s*::|##\w*\[/m);
  expect(stdout).not.toMatch(/^\s+at .*\.[jt]s:\d/m);
  for (const name of ['report.json', 'transcript.har']) JSON.parse(texts[names.indexOf(name)] ?? '');
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']));
}
