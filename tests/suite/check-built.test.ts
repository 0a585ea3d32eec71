// Long: the bundled client speaks HTTP/2 and through a tunnel.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startHttp2, startTunnel } from '../../contract-tests/sending/servers-for-tests.js';
import { createService } from '../conformant-service/create-service.js';
import { readRequest } from '../conformant-service/serve-service.js';
import { GOOD_KEY } from '../conformant-service/service.js';
import { temporaryFolder } from '../temporary-file.js';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const authority = fileURLToPath(new URL('../certificates/localhost.cert.pem', import.meta.url));

/** Serves a conformant service over HTTPS; `versions` gets those of HTTP that its requests used. */
async function serveSecurely(versions: Set<string>): Promise<string> {
  const service = createService();
  const origin = await startHttp2(async (incoming, outgoing) => {
    versions.add(incoming.httpVersion);
    const { status, headers, body } = service.handle(await readRequest(incoming), Date.now());
    outgoing.writeHead(status, Object.fromEntries(headers)).end(body);
  });
  return `${origin}/v1`;
}

/** Runs the built command, which has only the part of undici that it needs; sources have all of it. */
async function check(url: string, variables: NodeJS.ProcessEnv) {
  const folder = await temporaryFolder();
  const env = { PATH: process.env.PATH, PETSTORE_API_KEY: GOOD_KEY, XDG_STATE_HOME: folder, ...variables };
  const child = spawn(process.execPath, [main, 'check', url, '--level', 'write', '--ca', authority], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data));
  const [code] = await once(child, 'close');
  return { code, printed };
}

test('checks over HTTP/2', async () => {
  const versions = new Set<string>();
  const { code, printed } = await check(await serveSecurely(versions), {});
  expect(printed).toContain('No violations');
  expect(code).toBe(0);
  expect([...versions]).toEqual(['2.0']);
});

test('checks through a proxy that tunnels', async () => {
  const versions = new Set<string>();
  const { port } = new URL(await serveSecurely(versions));
  const proxy = await startTunnel(port);
  const { code, printed } = await check('https://service.test/v1', { HTTPS_PROXY: proxy });
  expect(printed).toContain('No violations');
  expect(code).toBe(0);
  expect([...versions]).toEqual(['1.1']);
});
