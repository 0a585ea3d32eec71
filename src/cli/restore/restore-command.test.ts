import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../tests/temporary-file.js';
import { restore } from './restore-command.js';

const KEY = 'key-of-the-user-1';

/** A service that returns 429; records the requests. */
async function limitedService() {
  const seen: string[] = [];
  const server = createServer(({ method, headers }, response) => {
    seen.push(`${method} ${headers.authorization}`);
    response.writeHead(429, { 'Retry-After': '3600' }).end();
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, seen };
}

async function restoring(entries: readonly [baseUrl: string, petId: string][], target?: string, mode = 0o600) {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'notes'));
  for (const [index, [baseUrl, petId]] of entries.entries()) {
    const text = JSON.stringify({ baseUrl, petId, original: '1', possible: ['2'] });
    await writeFile(join(folder, 'notes', `${index}.json`), text, { mode });
  }
  const printed = { text: '' };
  const sink = {
    write(text: string) {
      printed.text += text;
    },
  };
  const request = { target, flags: { restoreLog: 'notes' }, version: '0', confirm: undefined };
  const variables = { PETSTORE_API_KEY: KEY };
  const terminal = { stdout: sink, stderr: sink, folder, variables };
  return { code: await restore({ ...request, signal: new AbortController().signal }, terminal), printed };
}

test('stops sending after a 429, and prints where to put the key', async () => {
  const { url, seen } = await limitedService();
  const { code, printed } = await restoring([
    [url, '1'],
    [url, '2'],
  ]);
  expect(code).toBe(3);
  expect(seen).toEqual([`GET Bearer ${KEY}`]);
  expect(printed.text).toContain(`sending the API key to ${url}`);
  expect(printed.text).not.toContain(KEY);
});

test('asks for the deployment if the log names several, and sends the key to that one only', async () => {
  const { url, seen } = await limitedService();
  const other = await limitedService();
  const entries = [
    [url, '1'],
    [other.url, '1'],
  ] as [string, string][];
  await expect(restoring(entries)).rejects.toThrow(`writes to 2 deployments (${url}, ${other.url})`);
  expect(seen).toEqual([]);
  await restoring(entries, url);
  expect([seen.length, other.seen.length]).toEqual([1, 0]);
});

test.skipIf(process.platform === 'win32')(
  'sends no key to a deployment from a log that others can write, unless it is named',
  async () => {
    const { url, seen } = await limitedService();
    await expect(restoring([[url, '1']], undefined, 0o644)).rejects.toThrow(`the API key would be sent to ${url}`);
    expect(seen).toEqual([]);
    expect((await restoring([[url, '1']], url, 0o644)).code).toBe(3);
  },
);
