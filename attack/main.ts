/**
 * Attacks the built product and prints what was tried and what failed: `npm run attack`. Every attack is repeatable by its seed.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeMachine, markdownTable } from '../benchmarks/machine.js';
import { adminCalls } from './admin-calls.js';
import type { Attack, AttackResult } from './attack.js';
import { evilServices } from './evil-services.js';
import { largeBodies } from './large-bodies.js';
import { type AttackOptions, readOptions, usage } from './options.js';
import { rawRequests } from './raw-requests.js';

const attacks: readonly Attack[] = [rawRequests, largeBodies, adminCalls, evilServices];

const SHOWN_FAILURES = 20;
const PROGRESS_MS = 15_000;
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

async function run({ only, build, ...how }: AttackOptions): Promise<void> {
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
  console.log(`${table}\n\n${when}, seed ${how.seed}, ${minutes} minutes; ${describeMachine()}.`);
}

async function carryOut(attack: Attack, how: { seed: number; scale: number; folder: string }): Promise<AttackResult> {
  mkdirSync(how.folder, { recursive: true });
  try {
    return await attack.run({ ...how, progress: createProgress(attack.name) });
  } catch (error) {
    return { tried: 0, failures: [`The attack itself ended: ${(error as Error).stack}`] };
  }
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/** Prints how far an attack is every 15 seconds, on stderr. */
function createProgress(name: string): (done: number, all: number) => void {
  let dueMs = Date.now() + PROGRESS_MS;
  return (done, all) => {
    if (Date.now() < dueMs) return;
    dueMs = Date.now() + PROGRESS_MS;
    process.stderr.write(`${name}: ${grouped(done)} of ${grouped(all)}\n`);
  };
}
