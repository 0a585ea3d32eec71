import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareChecks } from './check-comparison.js';
import { type Contender, startContenders } from './contenders.js';
import { compareControlRoom } from './control-room-comparison.js';
import { type Effort, fullEffort, quickEffort } from './effort.js';
import type { Findings } from './findings.js';
import { compareOverHttp, type HttpFigures } from './http-comparison.js';
import { compareJson } from './json-comparison.js';
import { busyWarning } from './machine.js';
import { compareManyWorlds } from './many-worlds-comparison.js';
import { measureMemory } from './memory-figures.js';
import { compareInProcess } from './msw-comparison.js';
import { type BenchmarkOptions, readOptions, usage } from './options.js';
import { checkParity } from './parity.js';
import { compilePrograms } from './programs.js';
import { progress } from './progress.js';
import { compareProxy } from './proxy-comparison.js';
import { performancePage, report } from './report.js';
import { compareStarts } from './start-comparison.js';
import { compareStore } from './store-comparison.js';
import { compareWorlds } from './world-comparison.js';

const root = fileURLToPath(new URL('..', import.meta.url));

let options: BenchmarkOptions;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n${usage}\n`);
  process.exit(2);
}
await run(options);

async function run({ quick, only, write, build }: BenchmarkOptions): Promise<void> {
  const effort = quick ? quickEffort : fullEffort;
  if (quick) progress('A smoke run: too short for its numbers to mean anything.');
  const warning = busyWarning();
  if (warning !== undefined) progress(warning);
  if (build) {
    progress('building the product');
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  await compilePrograms();
  const workFolder = mkdtempSync(join(tmpdir(), 'petstore-benchmark-'));
  // At every end, an interrupt included.
  process.once('exit', () => rmSync(workFolder, { recursive: true, force: true }));

  const start = only.has('start') ? await compareStarts(effort.startRuns, workFolder) : undefined;
  const checks = only.has('check') ? await compareChecks(effort.checkRuns, workFolder) : [];
  const msw = only.has('msw') ? await compareInProcess(effort.mswBatches) : undefined;
  const world = only.has('world') ? await compareWorlds(effort.worldBatches) : undefined;
  const worlds = only.has('worlds') ? await compareManyWorlds(effort, workFolder) : undefined;
  const controlRoom = only.has('control-room') ? await compareControlRoom(effort, workFolder) : undefined;
  const proxy = only.has('proxy') ? await compareProxy(effort, workFolder) : [];
  const store = only.has('store') ? await compareStore(effort, workFolder) : undefined;
  const json = only.has('json') ? await compareJson(effort.jsonRounds) : [];
  const servers = only.has('http') || only.has('memory') ? await measureServers(effort, workFolder) : undefined;
  const findings: Findings = {
    start,
    checks,
    msw,
    world,
    worlds,
    controlRoom,
    proxy,
    store,
    json,
    http: only.has('http') ? (servers?.http ?? []) : [],
    memory: only.has('memory') ? (servers?.memory ?? []) : [],
  };
  process.stdout.write(report(findings, effort));
  if (write) writeFileSync(join(root, 'docs/performance.md'), performancePage(findings, effort));
}

/** Starts all servers, measures them and stops them. The memory is that of servers under load, so the two belong together. */
async function measureServers(effort: Effort, workFolder: string): Promise<Pick<Findings, 'http' | 'memory'>> {
  const contenders: Contender[] = [];
  try {
    for (const stock of effort.stocks) {
      progress(`starting the servers with ${stock.petCount} pets`);
      const group = await startContenders(stock, workFolder);
      contenders.push(...group);
      await checkParity(group);
    }
    let http: HttpFigures[] = [];
    const memory = await measureMemory(contenders, async () => {
      http = await compareOverHttp(contenders, effort);
    });
    return { http, memory };
  } finally {
    await Promise.all(contenders.map(({ server }) => server.stop()));
  }
}
