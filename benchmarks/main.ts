/** Measures the built product against servers that do the same, and prints the ratios: `npm run bench`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fullEffort, quickEffort } from './effort.js';
import { progress } from './in-turn.js';
import { busyWarning } from './machine.js';
import { type Findings, type Part, parts } from './parts.js';
import { compilePrograms } from './processes.js';
import { report } from './report.js';

/** What the inner loop of development looks at. */
const quickParts: readonly Part[] = ['start', 'check', 'http'];
const allParts = Object.keys(parts) as Part[];
/** The store needs a redis-server, and docs/scaling.md has its figures. */
const usualParts = allParts.filter((part) => part !== 'store');
const usage = `Usage: npm run bench -- [--quick] [--only ${allParts.join('|')}]... [--no-build]`;

const root = fileURLToPath(new URL('..', import.meta.url));

let options: ReturnType<typeof readOptions>;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n${usage}\n`);
  process.exit(2);
}
await run(options);

/** Reads the command line. Throws where it cannot be used. */
function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      // Fewer and shorter rounds, and the main targets only.
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      // Without it, `dist` is measured as it stands.
      build: { type: 'boolean', default: true },
    },
  });
  const unknown = values.only.find((part) => !Object.hasOwn(parts, part));
  if (unknown !== undefined) throw new Error(`--only ${unknown}: unknown part. Try --only ${allParts[0]}.`);
  const chosen = allParts.filter((part) => values.only.includes(part));
  return { ...values, parts: chosen.length > 0 ? chosen : values.quick ? quickParts : usualParts };
}

async function run({ quick, parts: chosen, build }: ReturnType<typeof readOptions>): Promise<void> {
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
  progress(`measured for ${((performance.now() - startMs) / 60_000).toFixed(1)} minutes`);
  process.stdout.write(report(Object.fromEntries(measured) as Findings, effort));
}
