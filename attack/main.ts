/**
 * Attacks the built product and prints what was tried and what failed: `npm run attack`. Every attack is repeatable by its seed.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeMachine } from '../benchmarks/machine.js';
import { markdownTable } from '../benchmarks/markdown-table.js';
import { adminCalls } from './admin-calls.js';
import type { Attack, AttackResult } from './attack.js';
import { browserScripts } from './browser-scripts.js';
import { evilServices } from './evil-services.js';
import { kills } from './kills.js';
import { largeBodies } from './large-bodies.js';
import { machine } from './machine.js';
import { model } from './model.js';
import { type AttackOptions, readOptions, usage } from './options.js';
import { rawRequests } from './raw-requests.js';
import { soak } from './soak.js';

const attacks: readonly Attack[] = [
  rawRequests,
  largeBodies,
  adminCalls,
  model,
  soak,
  evilServices,
  kills,
  machine,
  browserScripts,
];

const SHOWN_FAILURES = 20;
// Progress: when it begins, how often it changes on a terminal, and how often it is printed elsewhere.
const QUIET_MS = 2_000;
const TERMINAL_MS = 200;
const PLAIN_MS = 15_000;
// Of the result in docs/security.md.
const BEGIN = '<!-- attack -->';
const END = '<!-- /attack -->';
const root = fileURLToPath(new URL('..', import.meta.url));

let options: AttackOptions;
try {
  options = readOptions(
    process.argv.slice(2),
    attacks.map(({ name }) => name),
  );
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n${usage(attacks)}\n`);
  process.exit(2);
}
await run(options);
// Also if an attack that failed has left something running.
process.exit();

async function run({ only, build, write, ...how }: AttackOptions): Promise<void> {
  if (build) execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const folder = mkdtempSync(join(tmpdir(), 'petstore-attack-'));
  // At every end, an interrupt included.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const startedMs = Date.now();
  const rows: string[][] = [];
  for (const attack of attacks.filter(({ name }) => only.includes(name))) {
    const { tried, failures } = await carryOut(attack, { ...how, folder: join(folder, attack.name) });
    rows.push([attack.name, attack.what, grouped(tried), grouped(failures.length)]);
    if (failures.length > 0) process.exitCode = 1;
    for (const failure of failures.slice(0, SHOWN_FAILURES)) console.log(`Failed: ${attack.name}: ${failure}`);
    if (failures.length > SHOWN_FAILURES) console.log(`… and ${failures.length - SHOWN_FAILURES} more`);
    if (failures.length > 0) console.log(`Again: npm run attack -- --seed ${how.seed} --only ${attack.name}\n`);
  }
  const table = markdownTable(['attack', 'what', 'tried', 'failed'], rows, 2);
  const minutes = ((Date.now() - startedMs) / 60_000).toFixed(1);
  const when = new Date().toISOString().slice(0, 10);
  const text = `${table}\n\n${when}, seed ${how.seed}, ${minutes} minutes; ${describeMachine()}.`;
  console.log(text);
  if (write) writeResult(text);
}

async function carryOut(attack: Attack, how: { seed: number; scale: number; folder: string }): Promise<AttackResult> {
  mkdirSync(how.folder, { recursive: true });
  const progress = createProgress(attack.name);
  try {
    return await attack.run({ ...how, progress: progress.report });
  } catch (error) {
    return { tried: 0, failures: [`The attack itself ended: ${(error as Error).stack}`] };
  } finally {
    progress.end();
  }
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/** Shows how far an attack is, on stderr: one line that changes on a terminal, else a line every 15 seconds. */
function createProgress(name: string) {
  const isTerminal = process.stderr.isTTY;
  let dueMs = Date.now() + QUIET_MS;
  let isShown = false;
  return {
    report(done: number, all: number): void {
      if (Date.now() < dueMs) return;
      dueMs = Date.now() + (isTerminal ? TERMINAL_MS : PLAIN_MS);
      isShown = isTerminal;
      const text = `${name}: ${done.toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`;
      process.stderr.write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`);
    },
    end(): void {
      if (isShown) process.stderr.write('\r\u001b[K');
    },
  };
}

/** Puts the result between the markers of docs/security.md. */
function writeResult(text: string): void {
  const file = join(root, 'docs/security.md');
  const page = readFileSync(file, 'utf8');
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (start === -1 || end < start) {
    throw new Error(`Cannot write the result: docs/security.md lacks the lines ${BEGIN} and ${END}.`);
  }
  writeFileSync(file, `${page.slice(0, start)}${BEGIN}\n\n${text}\n\n${page.slice(end)}`);
}
