import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

/** Runs the command line in a process of its own. */
function start(...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
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
  const running = start('serve', '--port', '0', ...args);
  while (!running.printed.stdout.includes('/__admin')) await once(running.child.stdout, 'data');
  const [, url = ''] = /URL +(\S+)/.exec(running.printed.stdout) ?? [];
  return { ...running, url };
}

test.each(['SIGTERM', 'SIGINT'] as const)('ends with 0 on %s, though a client keeps its connection', async (signal) => {
  const { child, printed, ended, url } = await startServing();
  await (await fetch(`${url}/inventory`)).text();
  child.kill(signal);
  expect(await ended).toEqual([0, null]);
  expect(printed.stderr).toBe('');
  expect(printed.stdout).toMatch(/GET \/v1\/inventory 401 /);
});

test('lives on when nobody reads what it prints', async () => {
  const { child, ended, url } = await startServing();
  child.stdout.destroy();
  for (let sent = 0; sent < 3; sent++) expect((await fetch(`${url}/inventory`)).status).toBe(401);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('says in one line what was wrong and ends with 2', async () => {
  const { printed, ended } = start('serve', '--prot', '1');
  expect(await ended).toEqual([2, null]);
  expect(printed).toEqual({
    stdout: '',
    stderr: 'petstore-mock: Reading the command line: there is an unknown option. Did you mean --port?\n',
  });
});
