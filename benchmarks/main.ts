import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fullEffort, quickEffort } from './effort.js';
import { busyWarning } from './machine.js';
import { type BenchmarkOptions, readOptions, usage } from './options.js';
import { type Findings, parts } from './parts.js';
import { compilePrograms } from './programs.js';
import { progress } from './progress.js';
import { performancePage, report } from './report.js';

const root = fileURLToPath(new URL('..', import.meta.url));

let options: BenchmarkOptions;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n${usage}\n`);
  process.exit(2);
}
await run(options);

async function run({ quick, parts: chosen, write, build }: BenchmarkOptions): Promise<void> {
  const effort = quick ? quickEffort : fullEffort;
  const startMs = performance.now();
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

  const measured: [string, unknown][] = [];
  for (const part of chosen) measured.push([part, await parts[part](effort, workFolder)]);
  const findings = Object.fromEntries(measured) as Findings;
  progress(`measured for ${((performance.now() - startMs) / 60_000).toFixed(1)} minutes`);
  process.stdout.write(report(findings, effort));
  if (write) writeFileSync(join(root, 'docs/performance.md'), performancePage(findings, effort));
}
