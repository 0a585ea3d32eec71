/**
 * Plugs the packed package into empty projects in every way of the docs, with the package managers and versions of Node that
 * people have, and prints how long each way takes. Fails if a way fails or prints a warning that is ours. It needs a
 * registry and curl, so it is run by hand, before a release. `npm run test:installs -- pnpm` runs the ways whose names contain a text.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { pack } from '../tests/package/installed.js';
import { everyWay, type Way } from './installs/ways.js';

interface Trial {
  readonly name: string;
  readonly minutes: number;
  /** Lines that a reader writes: of files and commands. */
  readonly lines: number;
  /** Further lines, in the bodies of tests. */
  readonly testLines: number;
  readonly problems: readonly string[];
}

/** Warnings of others: they are printed without this package, too. */
const foreign = [
  /npm warn Unknown (?:env|user|project) config/, // of the npmrc of this machine
  /npm warn install-scripts(?!.*petstore-mock)/, // of msw and @parcel/watcher, which have scripts
  /Unsupported engine for (?:@inquirer\/|mute-stream)/, // of msw’s dependencies on Node 20, by pnpm
  /npm warn deprecated (?:glob|inflight|whatwg-encoding|uuid)@/, // of jest and Cypress
  /Adjust chunk size limit for this warning/, // of Vite: about Storybook, and about a build with the fake, which no reader makes
  /ExperimentalWarning: VM Modules|--trace-warnings/, // of Node, which jest's ES modules need
];

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'petstore-installs-'));
const { status } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(1);
const { tarball } = await pack(folder);
const wanted = process.argv[2] ?? '';
const trials: Trial[] = [];
for (const way of everyWay().filter(({ name }) => name.includes(wanted))) {
  const trial = await tryWay(way);
  trials.push(trial);
  console.log(rowOf(trial));
  for (const problem of trial.problems) console.log(problem);
}
await rm(folder, { recursive: true });
console.log(
  `\n| way | minutes | own lines | lines of tests | |\n|---|---|---|---|---|\n${trials.map(rowOf).join('\n')}`,
);
process.exitCode = trials.some(({ problems }) => problems.length > 0) ? 1 : 0;

function rowOf({ name, minutes, lines, testLines, problems }: Trial): string {
  return `| ${name} | ${minutes.toFixed(1)} | ${lines} | ${testLines} | ${problems.length === 0 ? 'passed' : 'FAILED'} |`;
}

async function tryWay(way: Way): Promise<Trial> {
  const project = await mkdtemp(join(folder, 'project-'));
  await writeFile(join(project, 'package.json'), '{ "private": true }');
  for (const [name, text] of Object.entries({ ...way.before?.files, ...way.files })) {
    await mkdir(dirname(join(project, name)), { recursive: true });
    await writeFile(join(project, name), text);
  }
  const commands = [...way.steps, ...(way.whileServed ?? [])];
  const env = withTools(way.tools);
  for (const line of way.before?.steps ?? []) runLine(line, project, env);
  const start = performance.now();
  const problems = await run(way, project, env);
  const minutes = (performance.now() - start) / 60_000;
  const code = Object.values(way.files ?? {}).join('\n');
  const withoutTests = code.replaceAll(/^(?:test|it)\(.*?^\}\);$/gms, '');
  const testLines = countLines(code) - countLines(withoutTests);
  const replaced = Object.keys(way.files ?? {}).map((name) => way.before?.files[name] ?? '');
  const lines = commands.length + countLines(withoutTests) - countLines(replaced.join('\n'));
  return { name: way.name, minutes, lines, testLines, problems };
}

function countLines(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length;
}

/** Returns what a shell line prints. Throws if it fails. */
function runLine(line: string, cwd: string, env: NodeJS.ProcessEnv): string {
  const command = `${line.replace('TARBALL', tarball)} 2>&1`;
  const { stdout, status } = spawnSync('sh', ['-c', command], { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`$ ${line}\n${stdout}`);
  return stdout;
}

/** Returns the environment in which these tools come first. Fetching them is no part of a way. */
function withTools(tools: readonly string[]): NodeJS.ProcessEnv {
  const packages = tools.map((tool) => `--package=${tool}`);
  const printPath = ['--yes', ...packages, '--', 'node', '-p', 'process.env.PATH'];
  const { stdout, stderr, status } = spawnSync('npx', printPath, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npx cannot fetch ${tools.join(' and ')}:\n${stderr}`);
  return { ...process.env, PATH: stdout.trim(), NO_COLOR: '1' };
}

/** Returns what went wrong: the output of a step that failed, or warnings that are ours. */
async function run(way: Way, cwd: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const warnings: string[] = [];
  const step = (line: string, variables: NodeJS.ProcessEnv) => {
    const lines = runLine(line, cwd, variables)
      .split('\n')
      .filter((one) => /\bwarn|deprecat/i.test(one));
    warnings.push(...lines.filter((one) => !foreign.some((pattern) => pattern.test(one))));
  };
  try {
    for (const line of way.steps) step(line, env);
    if (way.whileServed === undefined) return warnings;
    const served = await serve(cwd, env);
    for (const line of way.whileServed) step(line, { ...env, ORIGIN: served.origin });
    await served.stop();
    return warnings;
  } catch (error) {
    return [...warnings, String(error)];
  }
}

async function serve(cwd: string, env: NodeJS.ProcessEnv): Promise<{ origin: string; stop: () => Promise<void> }> {
  const command = [
    'node_modules/petstore-mock/dist/cli/main.js',
    'serve',
    '--port',
    '0',
    '--admin-token',
    'local-admin',
  ];
  const child = spawn('node', command, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = async () => {
    child.kill();
    await once(child, 'exit');
  };
  for await (const line of createInterface(child.stdout)) {
    const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (origin !== undefined) return { origin, stop };
  }
  throw new Error('petstore-mock serve ended before it listened.');
}
