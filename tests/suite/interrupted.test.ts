// Long: the stock is restored after a run was killed at any update.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { restore } from '../../src/cli/restore/restore-command.js';
import { createService } from '../conformant-service/create-service.js';
import { readRequest } from '../conformant-service/serve-service.js';
import { GOOD_KEY } from '../conformant-service/service.js';
import { temporaryFolder } from '../temporary-file.js';
import { serve } from './running-check.js';
import { type Ended, runCommand } from './running-command.js';

/** What users run: the bundle. */
const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

beforeAll(() => {
  if (!existsSync(main)) throw new Error(`${main} not found: run npm run build first.`);
});

type Moment = 'before' | 'after';
type OnUpdate = (count: number, moment: Moment, response: ServerResponse) => 'responded' | undefined;

/** Serves a conformant service that reports every update before and after it takes effect. */
async function serveStore(onUpdate: OnUpdate) {
  const service = createService();
  let updates = 0;
  const response = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const request = await readRequest(incoming);
    const isUpdate = request.method === 'PATCH';
    if (isUpdate && onUpdate(++updates, 'before', outgoing) === 'responded') return;
    const { status, headers, body } = service.handle(request, Date.now());
    if (isUpdate && onUpdate(updates, 'after', outgoing) === 'responded') return;
    outgoing.writeHead(status, headers.flat()).end(body);
  };
  const url = `${await serve((incoming, outgoing) => void response(incoming, outgoing))}/v1`;
  const stock = async () => {
    const headers = [['Authorization', `Bearer ${GOOD_KEY}`]] as const;
    return service.handle({ method: 'GET', url: `${url}/inventory`, headers, body: undefined }, 0).body;
  };
  return { url, stock };
}

/** Runs `petstore-mock restore` in this process. */
function runRestore(folder: string): Promise<Ended> {
  const usual = { version: '0.0.0', confirm: undefined, signal: new AbortController().signal };
  return runCommand(['restore'], folder, { PETSTORE_API_KEY: GOOD_KEY }, (terminal) => ({
    restore: (target, flags) => restore({ target, flags, ...usual }, terminal),
  }));
}

/** Runs the command line in its own process. */
function run(folder: string, ...args: string[]) {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, PETSTORE_API_KEY: GOOD_KEY, XDG_STATE_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const printed = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed.text += chunk;
    });
  }
  return { child, printed, ended: once(child, 'close') };
}

async function logOf(folder: string): Promise<string[]> {
  const place = join(folder, 'petstore-mock/restore');
  if (!existsSync(place)) return [];
  const names = (await readdir(place)).filter((name) => name.endsWith('.json'));
  return Promise.all(names.map((name) => readFile(join(place, name), 'utf8')));
}

/** The first good one, the keyless one, the same again, bad bodies, zero, -1, and restoring. */
const updates = [1, 2, 5, 6, 17, 18, 19, 20];

test.each(updates.flatMap((count) => [[count, 'before'] as const, [count, 'after'] as const]))(
  'can be restored after it was killed at update %i, %s it takes effect',
  async (count, moment) => {
    const folder = await temporaryFolder();
    let kill = () => {};
    const { url, stock } = await serveStore((each, when, response) => {
      if (each !== count || when !== moment) return undefined;
      kill();
      response.destroy();
      return 'responded';
    });
    const before = await stock();
    const check = run(folder, 'check', url, '--level', 'write', '--seed', '3');
    kill = () => check.child.kill('SIGKILL');
    await check.ended;
    const [entry = ''] = await logOf(folder);
    expect(entry).toContain('"original"');
    expect(entry).not.toContain(GOOD_KEY);

    const { exitCode, stderr } = await runRestore(folder);
    expect(exitCode, stderr).toBe(0);
    expect(await stock()).toBe(before);
    expect(await logOf(folder)).toEqual([]);
  },
);

const interruptions = updates.flatMap((count) => [[count, 'SIGINT'] as const, [count, 'SIGHUP'] as const]);

test.each(interruptions)('restores the stock when it is interrupted at update %i by %s', async (count, signal) => {
  const folder = await temporaryFolder();
  let interrupt = () => {};
  const { url, stock } = await serveStore((each, when) => {
    if (each === count && when === 'after') interrupt();
    return undefined;
  });
  const before = await stock();
  const check = run(folder, 'check', url, '--level', 'write', '--seed', '3');
  interrupt = () => check.child.kill(signal);
  expect((await check.ended)[0], check.printed.text).toBe(3);
  expect(check.printed.text).toMatch(/Stopped early.*interrupted/);
  expect(await stock()).toBe(before);
  expect(await logOf(folder)).toEqual([]);
});

test('sends nothing when it is interrupted during a back-off, and prints how to restore the stock', async () => {
  const folder = await temporaryFolder();
  let isLimited = false;
  let sentWhileLimited = 0;
  const { url, stock } = await serveStore((each, when, response) => {
    if (isLimited) sentWhileLimited++;
    if (each !== 18 || when !== 'before') return undefined;
    isLimited = true;
    response.writeHead(429, {
      'Content-Type': 'application/json',
      'Retry-After': '60',
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(Math.floor(Date.now() / 1000) + 60),
    });
    response.end('{"code":"limited","message":"Slow down","status":429}');
    return 'responded';
  });
  const before = await stock();
  const check = run(folder, 'check', url, '--level', 'write', '--seed', '3');
  let isInterrupted = false;
  check.child.stderr.on('data', () => {
    // A second signal would end it at once.
    if (!isInterrupted && check.printed.text.includes('petstore-mock: waiting'))
      isInterrupted = check.child.kill('SIGINT');
  });
  expect((await check.ended)[0], check.printed.text).toBe(3);
  expect(check.printed.text).toContain('petstore-mock restore');
  expect(sentWhileLimited).toBe(0);
  // Rejections are spread over several pets.
  expect(await logOf(folder)).not.toHaveLength(0);

  isLimited = false;
  const restored = run(folder, 'restore');
  expect((await restored.ended)[0], restored.printed.text).toBe(0);
  expect(await stock()).toBe(before);
});

const hasScript = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

test.runIf(hasScript)('restores the stock when its terminal is closed', async () => {
  const folder = await temporaryFolder();
  let close = () => {};
  const { url, stock } = await serveStore((each, when) => {
    if (each === 18 && when === 'after') close();
    return undefined;
  });
  const before = await stock();
  const command = `${process.execPath} ${main} check ${url} --level write --seed 3`;
  // The shell ignores the signal, so that it can note the exit code.
  const noting = `trap '' HUP; ${command} & echo $! > pid; wait $!; echo $? > code`;
  const terminal = spawn('script', ['-qc', noting, '/dev/null'], {
    cwd: folder,
    env: { PATH: process.env.PATH, PETSTORE_API_KEY: GOOD_KEY, XDG_STATE_HOME: folder },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  close = () => {
    terminal.kill('SIGKILL');
    process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 'SIGHUP');
  };
  const code = join(folder, 'code');
  await expect.poll(() => existsSync(code) && readFileSync(code, 'utf8')).toBe('3\n');
  expect(await stock()).toBe(before);
  expect(await logOf(folder)).toEqual([]);
});
