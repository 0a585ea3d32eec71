// Long: the shell in action.yml and deploy/gitlab-ci.yml runs a check of the built command, and fails as asked.
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { serveFake } from '../serve-fake.js';
import { temporaryFolder } from '../temporary-file.js';
import { readYaml } from './deploy-files.js';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const action = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8'));
const [install, check] = action.runs.steps;
const job = readYaml('gitlab-ci.yml')[0]['.petstore-contract'];

/** Stands in for npm: notes how it was called, and installs the built command. */
const NPM = `#!/bin/sh
printf '%s\\n' "$@" > "$CALLS"; echo "key: $PETSTORE_API_KEY" >> "$CALLS"
mkdir -p "$3/node_modules/.bin"
printf '#!/bin/sh\\nexec "%s" "%s" "$@"\\n' "${process.execPath}" "${main}" > "$3/node_modules/.bin/petstore-mock"
chmod +x "$3/node_modules/.bin/petstore-mock"
`;

interface Ended {
  readonly code: number;
  readonly printed: string;
}

function run(program: string, args: readonly string[], cwd: string, env: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), printed: stdout + stderr });
    });
  });
}

async function prepare() {
  const folder = await temporaryFolder();
  for (const name of ['bin', 'temp', 'workspace']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'bin/npm'), NPM);
  chmodSync(join(folder, 'bin/npm'), 0o755);
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    CALLS: join(folder, 'calls'),
    XDG_STATE_HOME: folder,
    PETSTORE_API_KEY: 'test_free',
  };
  return { folder, workspace: join(folder, 'workspace'), env, calls: () => readFileSync(env.CALLS, 'utf8') };
}

/** Runs the shell of the action as GitHub does, up to the first step that fails. */
async function runAction(given: Readonly<Record<string, string>>) {
  const { folder, workspace, env, calls } = await prepare();
  const runner = {
    GITHUB_ACTIONS: 'true',
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    RUNNER_TEMP: join(folder, 'temp'),
  };
  const inputs = Object.fromEntries(
    Object.keys(action.inputs).map((name) => [name, given[name] ?? action.inputs[name].default ?? '']),
  );
  const filledIn = (text: string) => text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, name: string) => inputs[name]);
  let ended: Ended = { code: 0, printed: '' };
  for (const step of [install, check]) {
    if (ended.code !== 0) break;
    const own = Object.entries<string>(step.env).map(([name, value]) => [name, filledIn(value)] as const);
    const variables = { ...env, ...runner, ...Object.fromEntries(own) };
    ended = await run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], workspace, variables);
  }
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  return { ...ended, workspace, calls, output: read(runner.GITHUB_OUTPUT), summary: read(runner.GITHUB_STEP_SUMMARY) };
}

async function runGitlabJob(given: Readonly<Record<string, string>>) {
  const { workspace, env, calls } = await prepare();
  const script = ['set -eo pipefail', ...job.script].join('\n');
  const ended = await run('bash', ['-c', script], workspace, { ...env, ...job.variables, ...given });
  return { ...ended, workspace, calls };
}

let baseUrl = '';
/** Of a fake that breaks the document. */
let faultyUrl = '';

beforeAll(async () => {
  const fake = await serveFake();
  const faulty = await serveFake();
  await faulty.admin.faults.add({ status: 500 });
  [baseUrl, faultyUrl] = [`${fake.origin}/v1`, `${faulty.origin}/v1`];
  return async () => {
    await fake.close();
    await faulty.close();
  };
});

const reports = ['ctrf.json', 'junit.xml', 'report.html', 'report.json', 'transcript.har'];

describe('the action', () => {
  it('passes where the service conforms, and keeps the reports', async () => {
    const ended = await runAction({
      version: '0.2.0',
      'base-url': baseUrl,
      args: '--seed 7 --header "X-Tenant: blue"',
    });
    expect(ended.printed).toContain('No violations');
    expect([ended.code, ended.output]).toEqual([0, 'exit-code=0\n']);
    expect(ended.summary).toMatch(/^<h2>✅ Contract check of /);
    expect(readdirSync(join(ended.workspace, 'contract-report')).sort()).toEqual(reports);
    const { seed } = JSON.parse(readFileSync(join(ended.workspace, 'contract-report/report.json'), 'utf8'));
    expect(seed).toBe(7);
  });

  it('installs a version or a tarball of the workspace, without the key', async () => {
    const version = await runAction({ version: '0.2.0', 'base-url': baseUrl });
    expect(version.calls()).toMatch(/\npetstore-mock@0\.2\.0\nkey: \n$/);
    const tarball = await runAction({ version: 'tools/petstore-mock-0.2.0.tgz', 'base-url': baseUrl });
    const absolute = await runAction({ version: '/tools/petstore-mock-0.2.0.tgz', 'base-url': baseUrl });
    expect(absolute.calls()).toMatch(/\n\/tools\/petstore-mock-0\.2\.0\.tgz\nkey: \n$/);
    expect(tarball.calls()).toContain(`\n${tarball.workspace}/tools/petstore-mock-0.2.0.tgz\nkey: \n`);
  });

  it('fails after a violation, with its annotation and summary, unless it is asked not to', async () => {
    const given = { version: '0.2.0', 'base-url': faultyUrl, report: 'out/reports' };
    const ended = await runAction(given);
    expect([ended.code, ended.output]).toEqual([1, 'exit-code=1\n']);
    expect(ended.printed).toMatch(/^::error title=/m);
    expect(ended.summary).toContain('<h3>✗ ');
    expect(readdirSync(join(ended.workspace, 'out/reports')).sort()).toEqual(reports);
    const lenient = await runAction({ ...given, 'fail-on': 'never' });
    expect([lenient.code, lenient.output]).toEqual([0, 'exit-code=1\n']);
  });

  it.each([
    ['no version', { 'base-url': 'http://127.0.0.1:1/v1' }, 'name a version of petstore-mock, such as 0.2.0'],
    ['no base URL', { version: '0.2.0' }, 'Reading the base URL: not a URL'],
    ['another plan', { version: '0.2.0', 'base-url': 'http://127.0.0.1:1/v1', plan: 'gold' }, 'Reading --plan: "gold"'],
    [
      'an open quote',
      { version: '0.2.0', 'base-url': 'http://127.0.0.1:1/v1', args: '--seed "7' },
      'unmatched double quote',
    ],
    [
      'a command',
      { version: '0.2.0', 'base-url': 'http://127.0.0.1:1/v1', args: '--seed $(touch owned)' },
      'Reading --seed: "$(touch"',
    ],
  ])('fails with %s, whatever it is asked', async (_, given, problem) => {
    const ended = await runAction({ ...given, 'fail-on': 'never' });
    expect(ended.code).not.toBe(0);
    expect(ended.printed).toContain(problem);
    expect(existsSync(join(ended.workspace, 'owned'))).toBe(false);
  });
});

describe('the job for GitLab', () => {
  const given = { CONTRACT_PACKAGE: 'petstore-mock@0.2.0', CONTRACT_OPTIONS: '--plan free --seed 7' };

  it('passes where the service conforms, and keeps the reports', async () => {
    const ended = await runGitlabJob({ ...given, CONTRACT_BASE_URL: baseUrl });
    expect(ended.printed).toMatch(/level read · seed 7 ·/);
    expect([ended.code, readdirSync(join(ended.workspace, 'contract-report')).sort()]).toEqual([0, reports]);
    expect(ended.calls()).toMatch(/\npetstore-mock@0\.2\.0\nkey: \n$/);
  });

  it('fails after a violation, and without its variables', async () => {
    const ended = await runGitlabJob({ ...given, CONTRACT_BASE_URL: faultyUrl });
    expect([ended.code, readdirSync(join(ended.workspace, 'contract-report')).sort()]).toEqual([1, reports]);
    expect((await runGitlabJob({})).printed).toContain('name a package such as petstore-mock@0.2.0');
    expect(await runGitlabJob(given)).toMatchObject({ code: 2, printed: expect.stringContaining('not a URL') });
  });
});
