// Long: files of an earlier run stay whole on a full disk.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createService } from '../conformant-service/create-service.js';
import { readRequest } from '../conformant-service/serve-service.js';
import { GOOD_KEY } from '../conformant-service/service.js';
import { temporaryFolder } from '../temporary-file.js';
import { serve } from './running-check.js';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

beforeAll(() => {
  if (!existsSync(main)) throw new Error(`${main} not found: run npm run build first.`);
});

/** Runs a command whose files can have this many blocks of 512 bytes: the system takes a part, as a full disk does. */
async function run(folder: string, command: string, blocks: number | 'unlimited' = 'unlimited') {
  const child = spawn('sh', ['-c', `ulimit -f ${blocks}; "${process.execPath}" "${main}" ${command}`], {
    cwd: folder,
    env: { PATH: process.env.PATH, PETSTORE_API_KEY: GOOD_KEY, XDG_STATE_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, stderr };
}

async function serveStore() {
  // A limit of 60 requests a minute would make the second command wait.
  const service = createService({ quota: { perMinute: 1_000, perDay: 100_000 } });
  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { status, headers, body } = service.handle(await readRequest(incoming), Date.now());
    outgoing.writeHead(status, headers.flat()).end(body);
  };
  return `${await serve((incoming, outgoing) => void respond(incoming, outgoing))}/v1`;
}

const contents = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);

test.runIf(process.platform !== 'win32')('an earlier report, JSON file and profile stay whole', async () => {
  const folder = await temporaryFolder();
  const url = await serveStore();
  const commands = [`check ${url} --report report --json report.json`, `learn ${url} --output profile.json`];
  for (const command of commands) await run(folder, command);
  const before = contents(folder);
  expect(before).toHaveLength(7);
  for (const command of commands) {
    expect(await run(folder, command, 8)).toEqual({
      code: 3,
      stderr: expect.stringMatching(/^petstore-mock: Writing .*: it would be larger than the system allows/m),
    });
  }
  expect(contents(folder)).toEqual(before);
});

test.runIf(process.platform !== 'win32')('output that is cut off is reported', async () => {
  expect(await run(await temporaryFolder(), 'openapi > openapi.json', 8)).toEqual({
    code: 3,
    stderr: 'petstore-mock: Writing to standard output: it would be larger than the system allows (ulimit -f)\n',
  });
});
