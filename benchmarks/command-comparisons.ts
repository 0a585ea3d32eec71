import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureBundles } from '../scripts/bundle-sizes.js';
import type { Effort } from './effort.js';
import { inTurn } from './in-turn.js';
import { type LoadOutcome, startLoadGenerator } from './load.js';
import { programPath, type RunningServer, startChild, startServer, untilAtRest } from './processes.js';
import { ask, benchmarkKey, cli, productArguments } from './product.js';
import type { Sample } from './statistics.js';

/** Rounds with so many connections, each requesting the list of 100 pets again as soon as it has it. */
export interface ProxyFigures {
  readonly connections: number;
  readonly direct: readonly LoadOutcome[];
  readonly through: readonly LoadOutcome[];
}

const PETS = 100;

/** Measures what it costs to go through the proxy, which judges, keeps its journal for the control room and writes a HAR. */
export async function compareProxy(effort: Effort, workFolder: string): Promise<ProxyFigures[]> {
  const generator = startLoadGenerator();
  const servers: RunningServer[] = [];
  try {
    const service = await startServer(await productArguments(PETS, workFolder));
    servers.push(service);
    const har = join(workFolder, 'traffic.har');
    const flags = ['--upstream', service.url, '--port', '0', '--log', 'off', '--har', har, '--overwrite'];
    servers.push(await startServer([cli, 'proxy', ...flags]));
    const figures: ProxyFigures[] = [];
    for (const connections of [1, 32]) {
      const requests = Array.from({ length: connections }, () => [{ path: '/v1/inventory' }]);
      const load = async ({ url, pid }: RunningServer) => {
        const outcome = await generator.send({ url, requests, seconds: effort.roundSeconds });
        // The proxy judges what has passed when it finds the time.
        await untilAtRest(pid);
        return outcome;
      };
      const title = `proxy, ${connections} at a time`;
      const [direct = [], through = []] = await inTurn(title, effort.rounds, servers, load);
      figures.push({ connections, direct, through });
    }
    return figures;
  } finally {
    await Promise.all([...servers, generator].map((each) => each.stop()));
  }
}

/** Milliseconds, run by run. */
export interface StartFigures {
  /** From the start of the process to its first response. */
  readonly productMs: Sample;
  readonly bareMs: Sample;
  /** From the start of a process that imports this, or nothing, to its end. */
  readonly imports: Readonly<Record<Imported, Sample>>;
  /** Minified bundle of a page with the worker. */
  readonly bundleBytes: number;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const imported = ['nothing', 'msw/node', 'vitest', 'petstore-mock/node', 'petstore-mock/vitest'] as const;
type Imported = (typeof imported)[number];

/** Starts the product and a bare server, and imports the package's entries, all in turn. */
export async function compareStarts({ startRuns }: Effort, workFolder: string): Promise<StartFigures> {
  const product = await productArguments(100, workFolder);
  const bare = [programPath('bare-server')];
  const [productMs = [], bareMs = []] = await inTurn('start', startRuns, [product, bare], timeStart);
  const [nothing = [], msw = [], vitest = [], node = [], inVitest = []] = await inTurn(
    'imports',
    startRuns,
    imported,
    timeImport,
  );
  const [worker] = await measureBundles();
  return {
    productMs,
    bareMs,
    imports: { nothing, 'msw/node': msw, vitest, 'petstore-mock/node': node, 'petstore-mock/vitest': inVitest },
    bundleBytes: worker?.bytes ?? Number.NaN,
  };
}

async function timeStart(args: readonly string[]): Promise<number> {
  const startMs = performance.now();
  const server = await startServer(args);
  try {
    const { status } = await ask(`${server.url}/inventory`);
    if (status !== 200) throw new Error(`The first response was ${status}, not 200.`);
    return performance.now() - startMs;
  } finally {
    await server.stop();
  }
}

async function timeImport(what: Imported): Promise<number> {
  // Outside of a test run vitest refuses to define a test; by then, everything is imported.
  const refused = "({ message }) => { if (!message.startsWith('Vitest failed to')) throw new Error(message); }";
  const code = what === 'nothing' ? '' : `import('${what}').catch(${refused})`;
  const startMs = performance.now();
  const child = startChild(['--input-type=module', '--eval', code], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`import '${what}' ended with ${status}.`);
  return performance.now() - startMs;
}

/** Milliseconds from the start of a process to its end, run by run. */
export interface CheckFigures {
  readonly requests: number;
  readonly checkMs: Sample;
  /** As many requests in turn by a bare program. */
  readonly bareMs: Sample;
}

/** Checks the fake from the command line at level write, in turn with a bare program that sends as many requests. */
export async function compareChecks({ checkRuns }: Effort, workFolder: string): Promise<CheckFigures> {
  const { url, stop } = await startServer(await productArguments(PETS, workFolder));
  try {
    const report = join(workFolder, 'report.json');
    const check = [cli, 'check', url, '--level', 'write', '--messages-url', url, '--json', report];
    await timeProgram(check, workFolder);
    const requests: number = JSON.parse(await readFile(report, 'utf8')).requests.sent;
    const bare = [programPath('requests-in-turn'), `${url}/inventory`, String(requests), benchmarkKey];
    const run = (args: readonly string[]) => timeProgram(args, workFolder);
    const [checkMs = [], bareMs = []] = await inTurn('check at level write', checkRuns, [check, bare], run);
    return { requests, checkMs, bareMs };
  } finally {
    await stop();
  }
}

async function timeProgram(args: readonly string[], stateFolder: string): Promise<number> {
  const startMs = performance.now();
  const child = startChild(args, {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, PETSTORE_API_KEY: benchmarkKey, XDG_STATE_HOME: stateFolder },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args.slice(1).join(' ')} ended with ${code}.`);
  return performance.now() - startMs;
}
