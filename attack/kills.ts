import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDraw, type Draw } from '../contract-tests/draw.js';
import { createPetstore } from '../src/index.js';
import { type Attack, scaled } from './attack.js';
import {
  type Ended,
  filesIn,
  forEachAtOnce,
  misprintsOf,
  runCommand,
  type Started,
  startCommand,
  urlOf,
  whyUnreadable,
} from './command.js';
import { formsOf } from './evil/content.js';
import { serveEvil, type Turn, write } from './evil/evil-server.js';

const KEY = 'k3y-that-nobody-may+see/ever==';
const SIGNALS = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const ROUNDS = 40;
const AT_ONCE = 4;
const BOUND_MS = 60_000;

/** One round: something is ended at a drawn moment. Returns what did not hold. */
interface Round {
  readonly signal: (typeof SIGNALS)[number];
  readonly draw: Draw;
  readonly folder: string;
}

/** Ends the commands that change or write something, at drawn moments. */
export const kills: Attack = {
  name: 'kills',
  what: 'SIGKILL, SIGTERM, SIGINT and SIGHUP at drawn moments: check and restore leave every pet as it was, recordings and states can be read',
  async run(context) {
    const targets = Object.entries({ check: endCheck, proxy: endProxy, serve: endServer });
    const count = scaled(context, ROUNDS);
    const rounds = Array.from({ length: count }, (_, index) =>
      targets.map(([name, end]) => ({ index, name, end })),
    ).flat();
    const failures: string[] = [];
    let tried = 0;
    await forEachAtOnce(rounds, AT_ONCE, async ({ index, name, end }) => {
      const signal = SIGNALS[index % SIGNALS.length] ?? 'SIGKILL';
      const folder = join(context.folder, `${name}-${index}`);
      const found = await end({ signal, folder, draw: createDraw(context.seed, `kill ${name} ${index}`) });
      failures.push(...found.map((problem) => `${name}, round ${index}, ${signal}: ${problem}`));
      rmSync(folder, { recursive: true, force: true });
      context.progress(++tried, rounds.length);
    });
    return { tried, failures };
  },
};

/** About as many requests as a check at level write sends. */
const REQUESTS = 46;
const RESTORE_LOG = 'petstore-mock/restore';

async function endCheck({ signal, draw, folder }: Round): Promise<string[]> {
  const at = draw.integer(1, REQUESTS);
  const [isCarriedOutOnly, delayMs] = [draw.fraction() < 0.3, draw.fraction() < 0.5 ? 0 : draw.integer(0, 30)];
  let end = () => {};
  const respond = (turn: Turn) => {
    if (turn.count === at) setTimeout(() => end(), delayMs);
    // What has been carried out may get no response in time.
    if (turn.count !== at || !isCarriedOutOnly || signal !== 'SIGKILL') write(turn);
  };
  const service = await serveEvil({ name: 'is plain', respond }, KEY);
  const before = service.stock();
  const options = ['--level', 'write', '--exclusive', '--messages-url', service.url, '--report', 'report'];
  const args = ['check', service.url, ...options, '--seed', String(draw.integer(0, 1e6))];
  try {
    const { child, ended } = startCommand({ args, folder, key: KEY });
    end = () => child.kill(signal);
    const stopped = await within(ended, child);
    const printed = [stopped];
    if (signal === 'SIGKILL')
      printed.push(await runCommand({ args: ['restore', service.url], folder, key: KEY }, BOUND_MS));
    const [last = stopped] = printed.slice(-1);
    return [
      ...(isAsExpected(last, signal === 'SIGKILL' ? [0] : [0, 1, 3]) ? [] : [endingOf(last)]),
      ...(service.stock() === before ? [] : [`the stock was ${before} and is ${service.stock()}`]),
      ...openWrites(folder).map((name) => `the restore log still has ${name}`),
      ...printed.flatMap((each) => misprintsOf(each, folder, formsOf(KEY))),
      ...(signal === 'SIGKILL' ? [] : draftsIn(folder)),
    ];
  } finally {
    service.close();
  }
}

function openWrites(folder: string): string[] {
  const place = join(folder, RESTORE_LOG);
  return existsSync(place) ? readdirSync(place).filter((name) => name.endsWith('.json')) : [];
}

const LATER_KEY = 'l4ter-key-that-a-body-shows-first';

async function endProxy({ signal, draw, folder }: Round): Promise<string[]> {
  const body = JSON.stringify({ code: 'c', message: LATER_KEY, status: 404 });
  const service = await serveEvil(
    { name: 'shows a key', respond: (turn) => write(turn, turn.count % 3 === 0 ? { status: 404, body } : {}) },
    KEY,
  );
  const args = ['proxy', '--upstream', service.url, '--port', '0', '--har', 'traffic.har'];
  const started = startCommand({ args, folder, key: KEY });
  try {
    const url = await urlOf(started);
    const isOver = { value: false };
    const clients = [KEY, KEY, LATER_KEY].map((key) =>
      sendUntil(isOver, async () => {
        await fetch(`${url}/inventory`, { headers: { Authorization: `Bearer ${key}` } }).then((response) =>
          response.text(),
        );
      }),
    );
    await sleep(draw.integer(0, 600));
    started.child.kill(signal);
    const ended = await within(started.ended, started.child);
    isOver.value = true;
    await Promise.all(clients);
    // Only what a kill leaves unfinished may show a key before which it was known to be one.
    const secrets = [...formsOf(KEY), ...(signal === 'SIGKILL' ? [] : formsOf(LATER_KEY))];
    return [
      ...(signal === 'SIGKILL' || isAsExpected(ended, [0]) ? [] : [endingOf(ended)]),
      ...misprintsOf(ended, folder, secrets),
      ...whyUnreadable(join(folder, 'traffic.har')),
      ...(signal === 'SIGKILL' ? [] : draftsIn(folder)),
    ];
  } finally {
    started.child.kill('SIGKILL');
    service.close();
  }
}

const FIRST_QUANTITY = 10_000;
const PETS = [1, 2, 3];

async function endServer({ signal, draw, folder }: Round): Promise<string[]> {
  const args = ['serve', '--port', '0', '--state', 'state.json', '--seed', '1', '--log', 'off'];
  const started = startCommand({ args, folder, key: KEY });
  try {
    const url = await urlOf(started);
    const isOver = { value: false };
    const counts = PETS.map((petId) => ({ petId, sent: FIRST_QUANTITY, acknowledged: 0 }));
    const clients = counts.map((count) =>
      sendUntil(isOver, async () => {
        const headers = { Authorization: 'Bearer test_enterprise', 'Content-Type': 'application/json' };
        const body = JSON.stringify({ quantity: ++count.sent });
        const { status } = await fetch(`${url}/inventory/${count.petId}`, { method: 'PATCH', headers, body });
        if (status === 200) count.acknowledged = count.sent;
      }),
    );
    await sleep(draw.integer(0, 1_000));
    started.child.kill(signal);
    const ended = await within(started.ended, started.child);
    isOver.value = true;
    await Promise.all(clients);
    const file = join(folder, 'state.json');
    const { inventory } = createPetstore({ state: readFileSync(file, 'utf8') });
    const lost = counts.flatMap(({ petId, sent, acknowledged }) => {
      const quantity = Number(inventory.get(petId)?.quantity);
      const least = signal === 'SIGKILL' ? 0 : acknowledged;
      return quantity >= least && quantity <= sent
        ? []
        : [`pet ${petId} has ${quantity}; ${acknowledged} was acknowledged, ${sent} sent`];
    });
    return [
      ...(signal === 'SIGKILL' || isAsExpected(ended, [0]) ? [] : [endingOf(ended)]),
      ...lost,
      ...misprintsOf(ended, folder, []),
      ...(signal === 'SIGKILL' ? [] : draftsIn(folder)),
    ];
  } finally {
    started.child.kill('SIGKILL');
  }
}

/** Sends one request after the other until the server is gone. */
async function sendUntil(isOver: { readonly value: boolean }, send: () => Promise<void>): Promise<void> {
  try {
    while (!isOver.value) await send();
  } catch {
    // The connection is gone.
  }
}

async function within(ended: Promise<Ended>, child: Started['child']): Promise<Ended> {
  const timeout = setTimeout(() => child.kill('SIGKILL'), BOUND_MS);
  try {
    return await ended;
  } finally {
    clearTimeout(timeout);
  }
}

function isAsExpected({ code }: Ended, codes: readonly number[]): boolean {
  return code !== null && codes.includes(code);
}

function endingOf({ code, signal, stderr }: Ended): string {
  return `it ends with ${code ?? signal}: ${stderr.slice(-500)}`;
}

function draftsIn(folder: string): string[] {
  return filesIn(folder).flatMap(({ name }) => (/draft|\.part$|lock/.test(name) ? [`it leaves ${name}`] : []));
}
