import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDraw, type Draw } from '../contract-tests/draw.js';
import { type Attack, scaled } from './attack.js';
import { type Ended, forEachAtOnce, misprintsOf, runCommand, startCommand, urlOf } from './command.js';
import { formsOf } from './evil/content.js';
import { type ServedEvil, serveEvil, write } from './evil/evil-server.js';

const KEY = 'k3y-that-nobody-may+see/ever==';
const ROUNDS = 4;
const AT_ONCE = 2;
const BOUND_MS = 60_000;

/** A round of a trial. */
interface Round {
  readonly folder: string;
  readonly draw: Draw;
  readonly service: ServedEvil;
}

type Trial = (round: Round) => Promise<string[]>;

/** Takes from the commands what they need of the machine. Needs no root. */
export const machine: Attack = {
  name: 'machine',
  what: 'no room for files, no descriptors, a clock that jumps, pauses, folders that cannot be written to: nothing earlier is lost, every pet is as it was',
  async run(context) {
    const rounds = Array.from({ length: scaled(context, ROUNDS) }, (_, index) =>
      Object.entries(trials).map(([name, trial]) => ({ index, name, trial })),
    ).flat();
    const failures: string[] = [];
    let tried = 0;
    await forEachAtOnce(rounds, AT_ONCE, async ({ index, name, trial }) => {
      const folder = join(context.folder, `${name.replaceAll(' ', '-')}-${index}`);
      mkdirSync(folder, { recursive: true });
      const service = await serveEvil({ name: 'is plain', respond: (turn) => write(turn) }, KEY);
      try {
        const draw = createDraw(context.seed, `machine ${name} ${index}`);
        const found = await trial({ folder, draw, service }).catch((error: Error) => [`${error.stack}`]);
        failures.push(...found.map((problem) => `${name}, round ${index}: ${problem}`));
      } finally {
        service.close();
        rmSync(folder, { recursive: true, force: true });
        context.progress(++tried, rounds.length);
      }
    });
    return { tried, failures };
  },
};

/** Two runs leave enough of the quota: the second one need not wait. */
const FEW = ['--max-requests', '20'];
const outputs = {
  check: [...FEW, '--report', 'report', '--json', 'report.json', '--history', 'history'],
  'check write': ['--level', 'write', '--restore-log', 'log'],
  learn: [...FEW, '--output', 'profile.json', '--overwrite'],
};

const trials: Readonly<Record<string, Trial>> = {
  ...Object.fromEntries(Object.keys(outputs).map((name) => [`no room, ${name}`, noRoom(name as keyof typeof outputs)])),
  'no room, proxy': noRoomForRecording,
  'no descriptors': noDescriptors,
  'a clock that jumps': clockJumps,
  'a paused check': pausedCheck,
  'folders that cannot be written to': noFolder,
  'standard output that is full': noOutput,
};

/** No file may be larger: the system takes a part of what is written, and then refuses, as a full disk does. */
const limitsTo = (blocks: number) => `-f ${blocks}`;

function noRoom(name: keyof typeof outputs): Trial {
  return async ({ folder, draw, service }) => {
    const [command = ''] = name.split(' ');
    const args = [command, service.url, ...outputs[name]];
    const before = service.stock();
    if (name !== 'check write') await runCommand({ args, folder, key: KEY }, BOUND_MS);
    const earlier = contentsOf(folder);
    const ended = await runCommand({ args, folder, key: KEY, limits: limitsTo(draw.integer(0, 120)) }, BOUND_MS);
    const later = contentsOf(folder);
    const lost = [...earlier].flatMap(([file, text]) =>
      later.get(file) === text || isWhole(file, later.get(file)) ? [] : [`${file} was whole and is not`],
    );
    return [
      ...endingProblems(ended, [0, 3], folder),
      ...(ended.code === 3 && !/larger than the system allows/.test(ended.stdout + ended.stderr) ? ['no reason'] : []),
      ...(service.stock() === before ? [] : ['the stock has changed']),
      ...lost,
      ...leftIn(folder),
    ];
  };
}

function contentsOf(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
}

function isWhole(file: string, text: string | undefined): boolean {
  if (text === undefined) return false;
  if (/\.(?:json|har)$/.test(file)) return isJson(text);
  if (file.endsWith('.jsonl')) return text.split('\n').slice(0, -1).some(isJson);
  return /(?:<\/html>|<\/testsuites>|\d)\n$/.test(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function leftIn(folder: string): string[] {
  const left = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return left.filter((name) => /\.(?:part|lock)$|log\/.*\.json$/.test(name)).map((name) => `${name} was left behind`);
}

function endingProblems(ended: Ended, codes: readonly number[], folder: string): string[] {
  const { code, signal, stdout, stderr } = ended;
  const isExpected = code !== null && codes.includes(code);
  const ending = `it ended with ${code ?? signal}: ${(stderr || stdout).slice(-500)}`;
  return [...(isExpected ? [] : [ending]), ...misprintsOf(ended, folder, formsOf(KEY))];
}

async function noRoomForRecording({ folder, draw, service }: Round): Promise<string[]> {
  const args = ['proxy', '--upstream', service.url, '--port', '0', '--har', 'traffic.har'];
  const started = startCommand({ args, folder, key: KEY, limits: limitsTo(draw.integer(4, 40)) });
  const url = await urlOf(started);
  const statuses: number[] = [];
  for (let sent = 0; sent < 20; sent++) statuses.push(await ask(`${url}/inventory`));
  started.child.kill('SIGINT');
  const ended = await started.ended;
  const reports = ended.stdout.match(/Cannot write to traffic\.har/g)?.length;
  return [
    ...endingProblems(ended, [0], folder),
    ...(statuses.every((status) => status === 200) ? [] : [`clients got ${statuses.join(', ')}`]),
    ...(reports === 1 ? [] : [`it said ${reports} times that it cannot write`]),
    ...(isJson(readFileSync(join(folder, 'traffic.har'), 'utf8')) ? [] : ['the recording is not JSON']),
  ];
}

async function ask(url: string, init: RequestInit = {}, key = KEY): Promise<number> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const response = await fetch(url, { ...init, headers });
  await response.text();
  return response.status;
}

const DESCRIPTORS = 64;
const CONNECTIONS = 100;

/** Connections take all descriptors of a fake, perhaps before it has loaded everything. */
async function noDescriptors({ folder, draw }: Round): Promise<string[]> {
  const args = ['serve', '--port', '0', '--state', 'state.json', '--key', `${KEY}:enterprise`];
  const started = startCommand({ args, folder, key: KEY, limits: `-n ${DESCRIPTORS}` });
  const url = new URL(await urlOf(started));
  await sleep(draw.fraction() < 0.5 ? 0 : 1_500);
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(Number(url.port), url.hostname));
  await Promise.all(sockets.map(settled));
  await sleep(draw.integer(100, 400));
  for (const socket of sockets) socket.write(`GET /v1/inventory HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`);
  await sleep(draw.integer(100, 400));
  for (const socket of sockets) socket.destroy();
  const update = { method: 'PATCH', body: '{"quantity":4711}' };
  const status = await untilRoom(() => ask(`${url.href}/inventory/1`, update, KEY));
  started.child.kill('SIGTERM');
  const ended = await started.ended;
  const saved = readFileSync(join(folder, 'state.json'), 'utf8');
  return [
    // What cannot be loaded is said with its trace.
    ...(ended.code === 0 ? [] : [`it ended with ${ended.code ?? ended.signal}: ${ended.stderr.slice(-500)}`]),
    ...(status === 200 ? [] : [`an update got ${status} once there was room`]),
    ...(saved.includes('4711') ? [] : ['the state lacks the update']),
    ...leftIn(folder),
  ];
}

async function settled(socket: Socket): Promise<void> {
  socket.on('error', () => {}).resume();
  await once(socket, 'connect').catch(() => {});
}

/** The descriptors of closed connections are free a moment later. */
async function untilRoom(work: () => Promise<number>): Promise<number> {
  for (let left = 50; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await sleep(100);
    }
  }
}

const JUMPS_MS = [3_600_000, 86_400_000, 90_000, 1_500];
/** How often a check at level write reads the clock, at least. */
const READINGS = 400;

/** The clock of the machine jumps during a check, which neither waits for it nor accuses the service. */
async function clockJumps({ folder, draw, service }: Round): Promise<string[]> {
  const jump = (JUMPS_MS[draw.integer(0, JUMPS_MS.length - 1)] ?? 0) * (draw.fraction() < 0.5 ? 1 : -1);
  const preload = join(folder, 'jump.cjs');
  writeFileSync(preload, jumpCode(jump, draw.integer(1, READINGS)));
  const before = service.stock();
  const nodeFlags = ['--require', preload];
  const args = ['check', service.url, '--level', 'write', '--seed', String(draw.integer(0, 1e6))];
  const ended = await runCommand({ args, folder, key: KEY, nodeFlags }, BOUND_MS);
  return [
    ...endingProblems(ended, [0], folder),
    ...(service.stock() === before ? [] : ['the stock has changed']),
    ...leftIn(folder),
  ];
}

function jumpCode(jumpMs: number, after: number): string {
  return `const Real = Date; let readings = 0;
    const now = () => Real.now() + (++readings > ${after} ? ${jumpMs} : 0);
    globalThis.Date = class Date extends Real {
      constructor(...given) { given.length === 0 ? super(now()) : super(...given); }
      static now() { return now(); }
    };`;
}

/** Longer than a connection is kept open without traffic. */
const PAUSE_MS = 6_000;

async function pausedCheck({ folder, draw, service }: Round): Promise<string[]> {
  const before = service.stock();
  const args = ['check', service.url, '--level', 'write', '--seed', String(draw.integer(0, 1e6))];
  const { child, ended } = startCommand({ args, folder, key: KEY });
  await sleep(draw.integer(500, 1_500));
  child.kill('SIGSTOP');
  await sleep(PAUSE_MS);
  child.kill('SIGCONT');
  return [
    ...endingProblems(await ended, [0, 3], folder),
    ...(service.stock() === before ? [] : ['the stock has changed']),
    ...leftIn(folder),
  ];
}

/** Nothing is sent if what is asked for cannot be written. */
async function noFolder({ folder, service, draw }: Round): Promise<string[]> {
  writeFileSync(join(folder, 'file'), '');
  const place = draw.fraction() < 0.5 || !existsSync('/proc') ? 'file/below' : '/proc/none';
  const commands = [
    ['check', service.url, '--report', place],
    ['check', service.url, '--history', place],
    ['check', service.url, '--json', `${place}/a.json`],
    ['learn', service.url, '--output', `${place}/a.json`],
    ['proxy', '--upstream', service.url, '--port', '0', '--har', `${place}/a.har`],
    ['serve', '--port', '0', '--state', `${place}/a.json`],
  ];
  const problems = commands.map(async (args) => {
    const ended = await runCommand({ args, folder, key: KEY }, BOUND_MS);
    const isExplained = ended.stderr.includes(place) && ended.stderr.trim().split('\n').length === 1;
    return [...endingProblems(ended, [2], folder), ...(isExplained ? [] : [`it explains nothing: ${ended.stderr}`])];
  });
  return (await Promise.all(problems)).flat();
}

async function noOutput({ folder, service }: Round): Promise<string[]> {
  if (!existsSync('/dev/full')) return [];
  const commands = [['openapi'], ['check', service.url, '--json', '-'], ['check', service.url], ['check', '--help']];
  const problems = commands.map(async (args) => {
    const ended = await runCommand({ args, folder, key: KEY, limits: '-c 0 && exec >/dev/full' }, BOUND_MS);
    const isSaid = ended.stderr.includes('Writing to standard output: its disk is full');
    return [...endingProblems(ended, [3], folder), ...(isSaid ? [] : [`${args[0]} says nothing: ${ended.stderr}`])];
  });
  return (await Promise.all(problems)).flat();
}
