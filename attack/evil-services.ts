import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createDraw } from '../contract-tests/draw.js';
import { type Attack, type AttackContext, scaled } from './attack.js';
import {
  type Ended,
  filesIn,
  forEachAtOnce,
  misprintsOf,
  runCommand,
  startCommand,
  urlOf,
  whyUnreadable,
} from './command.js';
import { contentEvils, formsOf } from './evil/content.js';
import { type EvilService, type ServedEvil, serveEvil, write } from './evil/evil-server.js';
import { transportEvils } from './evil/transport.js';

const KEY = 'k3y-that-nobody-may+see/ever==';
const secrets = formsOf(KEY);
const services = [...transportEvils, ...contentEvils];
const AT_ONCE = 8;

const OPTIONS = '--max-time 3s --seed 3';
/** Of three seconds, with a write in progress, which is not aborted; and with the time for restoring. See docs/contract-suite.md. */
const READING_MS = 60_000;
const RESTORING_MS = READING_MS + 75_000;

interface Trial {
  readonly name: string;
  /** With URL and BASELINE in their places. */
  readonly args: string;
  readonly boundMs: number;
}

const proxy: Trial = {
  name: 'proxy',
  args: 'proxy --upstream URL --port 0 --har traffic.har --fail-on violation',
  boundMs: READING_MS,
};
/** Of a command that restores what it has changed. */
const sending = (name: string, args: string, boundMs = RESTORING_MS): Trial => ({
  name,
  args: `${args} ${OPTIONS}`,
  boundMs,
});
const usual: readonly Trial[] = [
  sending('check --level write', 'check URL --level write --exclusive --messages-url URL --report report'),
  proxy,
];
const others: readonly Trial[] = [
  sending('check', 'check URL --report report --history history --json report.json', READING_MS),
  sending('check --level exhaust', 'check URL --level exhaust --yes --max-requests 80 --plan free'),
  sending('learn', 'learn URL --level write --report report'),
  sending('compare', 'compare BASELINE URL --json differences.json', READING_MS),
];

const restore: Trial = { name: 'restore', args: 'restore URL', boundMs: RESTORING_MS };

/** Of the combinations with the other commands, the seed chooses so many. */
const MOST_OTHERS = 180;

/** What evil services do to the commands that send requests to them. */
export const evilServices: Attack = {
  name: 'evil-services',
  what: `${services.length} evil services against check, learn, compare, restore and the proxy: they end in time without a crash, print no key and nothing that steers a terminal`,
  async run(context) {
    const baseline = await learnBaseline(context.folder);
    const withEach = (trials: readonly Trial[]) =>
      trials.flatMap((trial) => services.map((service) => ({ trial, service })));
    const all = shuffled(
      [...withEach(usual), ...shuffled(withEach([...others, restore]), context).slice(0, MOST_OTHERS)],
      context,
    );
    const chosen = all.slice(0, scaled(context, all.length));
    // What takes long by waiting goes first.
    chosen.sort((one, other) => Number(other.service.isSlow ?? false) - Number(one.service.isSlow ?? false));
    const failures: string[] = [];
    let tried = 0;
    await forEachAtOnce(chosen, AT_ONCE, async ({ trial, service }, index) => {
      const folder = join(context.folder, String(index));
      const attempt = trial === proxy ? tryProxy : trySender;
      const found = await attempt(service, trial, folder, baseline);
      failures.push(...found.map((problem) => `${trial.name}, a service that ${service.name}: ${problem}`));
      rmSync(folder, { recursive: true });
      context.progress(++tried, chosen.length);
    });
    return { tried, failures };
  },
};

/** Long and short trials mixed, so that the machine is busy to the end. */
function shuffled<Item>(items: readonly Item[], { seed }: AttackContext): Item[] {
  const draw = createDraw(seed, 'evil services');
  return items
    .map((item) => ({ item, at: draw.fraction() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

async function learnBaseline(folder: string): Promise<string> {
  const plain = await serveEvil({ name: 'is plain', respond: (turn) => write(turn) }, KEY);
  const { code, stderr } = await runCommand(
    { args: ['learn', plain.url], folder: join(folder, 'plain'), key: KEY },
    READING_MS,
  );
  plain.close();
  if (code !== 0) throw new Error(`The baseline cannot be learned: ${stderr}`);
  return join(folder, 'plain/petstore-profile.json');
}

async function trySender(service: EvilService, trial: Trial, folder: string, baseline: string): Promise<string[]> {
  const evil = await serveEvil(service, KEY);
  const before = evil.stock();
  if (trial === restore) leaveChanged(evil, folder);
  const args = argsOf(trial, evil.url, baseline);
  try {
    const ended = await runCommand({ args, folder, key: KEY }, trial.boundMs);
    const isRestorable = filesIn(folder).some(({ name }) => /petstore-mock\/restore\/.*\.json$/.test(name));
    const isSafe = before === evil.stock() || isRestorable;
    return [
      ...problemsOf(ended, trial),
      ...misprintsOf(ended, folder, secrets),
      ...(evil.hasStrayed() ? ['another origin has received a request'] : []),
      ...(isSafe ? [] : [`the stock was changed from ${before} to ${evil.stock()}, and cannot be restored`]),
    ];
  } finally {
    evil.close();
  }
}

/** Leaves the first pet and the restore log as a check does that was killed. */
function leaveChanged(evil: ServedEvil, folder: string): void {
  const [petId, original] = evil.stock().split(/: |, /);
  const place = join(folder, 'petstore-mock/restore');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, '1.json'), JSON.stringify({ baseUrl: evil.url, petId, original, possible: ['5'] }));
  evil.change(5n);
}

function argsOf({ args }: Trial, url: string, baseline = ''): string[] {
  return args.split(' ').map((arg) => ({ URL: url, BASELINE: baseline })[arg] ?? arg);
}

function problemsOf({ code, signal, stderr, tookMs }: Ended, { boundMs }: Trial): string[] {
  if (tookMs >= boundMs) return [`it takes longer than ${boundMs / 1_000} s`];
  if (code === 0 || code === 1 || code === 3) return [];
  return [`it ends with ${code ?? signal}: ${stderr.slice(-500)}`];
}

const CLIENT_MS = 1_000;

/** Sends a few requests through the proxy, and ends it as Ctrl-C does. */
async function tryProxy(service: EvilService, trial: Trial, folder: string): Promise<string[]> {
  const evil = await serveEvil(service, KEY);
  const started = startCommand({ args: argsOf(trial, evil.url), folder, key: KEY });
  const { child, ended } = started;
  const timeout = setTimeout(() => child.kill('SIGKILL'), trial.boundMs);
  try {
    const url = await urlOf(started);
    for (const method of ['GET', 'GET', 'PATCH', 'POST', 'HEAD', 'GET']) await ask(url, method);
    child.kill('SIGINT');
    const end = await ended;
    return [
      ...problemsOf(end, trial),
      ...misprintsOf(end, folder, secrets),
      ...whyUnreadable(join(folder, 'traffic.har')),
    ];
  } finally {
    clearTimeout(timeout);
    child.kill('SIGKILL');
    evil.close();
  }
}

/** Sends what a client would, and gives up after a second, as clients do. */
function ask(url: string, method: string): Promise<void> {
  const [path, body] = { PATCH: ['/inventory/1', '{"quantity":8}'], POST: ['/messages', '{"message":"Hello"}'] }[
    method
  ] ?? ['/inventory'];
  const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' };
  return new Promise((resolve) => {
    const timeout = setTimeout(() => asked.destroy(), CLIENT_MS);
    const asked = request(`${url}${path}`, { method, headers, maxHeaderSize: 1 << 20 }, (response) =>
      response.resume(),
    );
    asked
      .on('error', () => {})
      .on('close', () => {
        clearTimeout(timeout);
        resolve();
      });
    asked.end(body);
  });
}
