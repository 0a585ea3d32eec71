import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Contender, startContenders } from './contenders.js';
import { type Effort, fullEffort, quickEffort } from './effort.js';
import type { Findings } from './findings.js';
import { compareOverHttp, type HttpFigures } from './http-comparison.js';
import { measureMemory } from './memory-figures.js';
import { compareInProcess } from './msw-comparison.js';
import { type BenchmarkOptions, readOptions, usage } from './options.js';
import { checkParity } from './parity.js';
import { compilePrograms } from './programs.js';
import { progress } from './progress.js';
import { performancePage, report } from './report.js';
import { compareStarts } from './start-comparison.js';

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
  if (build) {
    progress('building the product');
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  await compilePrograms();
  const workFolder = await mkdtemp(join(tmpdir(), 'petstore-benchmark-'));
  try {
    const start = only.has('start') ? await compareStarts(effort.startRuns, workFolder) : undefined;
    const msw = only.has('msw') ? await compareInProcess(effort.mswBatches) : undefined;
    const overHttp = only.has('http') || only.has('memory') ? await measureServers(effort, workFolder) : undefined;
    const findings: Findings = {
      start,
      msw,
      http: only.has('http') ? (overHttp?.http ?? []) : [],
      memory: only.has('memory') ? (overHttp?.memory ?? []) : [],
    };
    process.stdout.write(report(findings, effort));
    if (write) await writeFile(join(root, 'docs/performance.md'), performancePage(findings, effort));
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

/** The memory is that of the servers under the load, so the two are measured as one. */
async function measureServers(effort: Effort, workFolder: string): Promise<Pick<Findings, 'http' | 'memory'>> {
  const contenders: Contender[] = [];
  try {
    for (const petCount of effort.petCounts) {
      progress(`starting the servers with ${petCount} pets`);
      const group = await startContenders(petCount, workFolder);
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
