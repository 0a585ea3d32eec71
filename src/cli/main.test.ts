// Long: the built command ends on every signal, survives the loss of its output and a bug in a handler.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { temporaryFile, temporaryFolder } from '../../tests/temporary-file.js';

/** What users run: the bundle. */
const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

beforeAll(() => {
  if (!existsSync(main)) throw new Error('There is no bundle to test: run npm run build first.');
});

/** Runs the command line in a separate process, independent of the environment of the tests. */
async function start(...args: string[]) {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: await temporaryFolder(),
    env: { PATH: process.env.PATH },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    printed.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    printed.stderr += chunk;
  });
  return { child, printed, ended: once(child, 'close') };
}

async function startServing(...args: string[]) {
  const running = await start('serve', '--port', '0', ...args);
  while (!running.printed.stdout.includes('/__admin')) await once(running.child.stdout, 'data');
  const [, url = ''] = /URL +(\S+)/.exec(running.printed.stdout) ?? [];
  return { ...running, url };
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'exits with 0 on %s, even if a client has an open connection',
  async (signal) => {
    const { child, printed, ended, url } = await startServing();
    await (await fetch(`${url}/inventory`)).text();
    child.kill(signal);
    expect(await ended).toEqual([0, null]);
    expect(printed.stderr).toBe('');
    expect(printed.stdout).toMatch(/GET \/v1\/inventory 401 /);
  },
);

test('continues when the reader of its output is gone', async () => {
  const { child, ended, url } = await startServing();
  child.stdout.destroy();
  for (let sent = 0; sent < 3; sent++) expect((await fetch(`${url}/inventory`)).status).toBe(401);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('continues after a bug in a handler', async () => {
  const code = `import { http } from ${JSON.stringify(import.meta.resolve('msw'))};
    const leaveBug = () => { setTimeout(() => { throw new Error('left behind'); }); };
    export default [http.get('*/v1/inventory', leaveBug)];`;
  const { child, printed, ended, url } = await startServing('--handlers', await temporaryFile('handlers.mjs', code));
  for (let sent = 0; sent < 2; sent++) expect((await fetch(`${url}/inventory`)).status).toBe(401);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(printed.stdout).toContain('Error: left behind');
});

test('prints the OpenAPI document', async () => {
  const { printed, ended } = await start('openapi', '--base-url', 'https://api.example.test/v1/');
  expect(await ended).toEqual([0, null]);
  const document = JSON.parse(printed.stdout);
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://api.example.test/v1' }] });
});

test('prints one line for invalid usage and exits with 2', async () => {
  const { printed, ended } = await start('serve', '--prot', '1');
  expect(await ended).toEqual([2, null]);
  expect(printed).toEqual({
    stdout: '',
    stderr: 'petstore-mock: Reading the command line: unknown option --prot. Did you mean --port?\n',
  });
});
