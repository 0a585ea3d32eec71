import { expect, test } from 'vitest';
import { InputError } from '../json/input-error.js';
import { type Actions, run } from './program.js';

function runLine(line: string, actions?: Partial<Actions>) {
  return runArgs(
    line.split(' ').filter((arg) => arg !== ''),
    actions,
  );
}

async function runArgs(args: readonly string[], actions: Partial<Actions> = {}) {
  const calls: unknown[][] = [];
  const printed = { stdout: '', stderr: '' };
  const sink = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      printed[name] += text;
    },
  });
  const code = await run(
    args,
    '1.2.3',
    {
      serve: async (_, flags) => void calls.push(['serve', flags]),
      openapi: async (_, flags) => void calls.push(['openapi', flags]),
      init: async (folder) => void calls.push(['init', folder]),
      check: async (...args) => calls.push(['check', ...args]),
      proxy: async (_, flags) => calls.push(['proxy', flags]),
      restore: async (...args) => calls.push(['restore', ...args]) + 2,
      learn: async (...args) => calls.push(['learn', ...args]) + 1,
      compare: async (...args) => calls.push(['compare', ...args]) - 1,
      mcp: async (_, flags) => void calls.push(['mcp', flags]),
      ...actions,
    },
    { stdout: sink('stdout'), stderr: sink('stderr'), folder: '/', variables: {} },
  );
  return { code, calls, ...printed };
}

test('passes on only the given flags', async () => {
  const { code, calls } = await runLine('serve --port 0 --key a:pro --key b:free --no-cors --watch --handlers h.mjs');
  expect(code).toBe(0);
  expect(calls).toEqual([
    [
      'serve',
      {
        port: 0,
        keys: [
          ['a', 'pro'],
          ['b', 'free'],
        ],
        cors: false,
        watch: true,
        handlers: 'h.mjs',
      },
    ],
  ]);
  expect((await runLine('serve --cors --no-assumed')).calls).toEqual([['serve', { cors: true, assumed: false }]]);
  expect((await runLine('serve')).calls).toEqual([['serve', {}]]);
});

test('collects a repeated flag', async () => {
  expect((await runLine('serve --allowed-host a.test --allowed-host b.test:80 --no-admin')).calls).toEqual([
    ['serve', { allowedHosts: ['a.test', 'b.test:80'], admin: false }],
  ]);
});

test('passes on the base URL', async () => {
  expect((await runLine('openapi --base-url http://a.test/v1/')).calls).toEqual([
    ['openapi', { baseUrl: 'http://a.test/v1' }],
  ]);
});

test('passes on the folder of the worker script', async () => {
  expect((await runLine('init static/')).calls).toEqual([['init', 'static/']]);
  expect((await runLine('init')).calls).toEqual([['init', 'public']]);
});

test('passes on the base URL to check, and returns the exit code', async () => {
  const line = 'check http://a.test/v1 --level write --header A:1 --header B:2 --dry-run';
  expect(await runLine(line)).toMatchObject({
    code: 1,
    calls: [
      [
        'check',
        'http://a.test/v1',
        {
          level: 'write',
          headers: [
            ['A', '1'],
            ['B', '2'],
          ],
          isDryRun: true,
        },
      ],
    ],
  });
  expect(await runLine('check --from a.har')).toMatchObject({ calls: [['check', undefined, { from: 'a.har' }]] });
  expect(await runLine('restore --yes --restore-log folder')).toMatchObject({
    code: 3,
    calls: [['restore', undefined, { isConfirmed: true, restoreLog: 'folder' }]],
  });
});

test.each(['--api-key s3cret', '--api-key=s3cret', '--key s3cret', '--token=s3cret', '--api-key'])(
  'rejects %s: a key on the command line is visible to others',
  async (flag) => {
    for (const [command, remedy] of [
      ['check http://a.test/v1', 'Set PETSTORE_API_KEY'],
      ['restore', 'Set PETSTORE_API_KEY'],
      ['proxy --upstream http://a.test/v1', 'your client sends its own'],
    ] as const) {
      const { code, calls, stderr } = await runLine(`${command} ${flag}`);
      expect({ code, calls }).toEqual({ code: 2, calls: [] });
      expect(stderr).toMatch(new RegExp(`an API key .* visible to other users of this machine.*${remedy}`));
      expect(stderr).not.toContain('s3cret');
    }
  },
);

test('exits with 3 after a bug in a check, not with the code of a violation', async () => {
  const check = async () => {
    throw new TypeError('oops');
  };
  const { code, stderr } = await runLine('check http://a.test/v1', { check });
  expect(code).toBe(3);
  expect(stderr).toMatch(/^petstore-mock: this is a bug: TypeError: oops\n/);
});

test('prints its version and its help', async () => {
  expect(await runLine('--version')).toMatchObject({ code: 0, stdout: '1.2.3\n', stderr: '' });
  const { code, stdout } = await runLine('serve --help');
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /--port <number> +port to listen on; 0 picks a free one \(default:\s+4290;\s+env: PETSTORE_PORT\)/,
  );
  expect(stdout).toMatch(
    /--\[no-\]cors +allow pages from other origins to read responses\s+\(default: on; env: PETSTORE_CORS\)/,
  );
  expect(stdout).toContain('petstore-mock serve --port 0 --pets 1000');
});

test.each(['', 'serve', 'openapi', 'init', 'check', 'restore', 'learn', 'compare', 'mcp', 'proxy'])(
  'the help of “%s” fits 80 columns and has examples',
  async (command) => {
    const { code, stdout } = await runLine(`${command} --help`);
    expect(code).toBe(0);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(stdout).toContain(`Examples:\n`);
  },
);

test('wraps the help to a narrow terminal', async () => {
  const printed: string[] = [];
  const stdout = { write: (text: string) => void printed.push(text), isTTY: true, columns: 50 };
  const unused = async () => 0;
  const actions = { serve: unused, openapi: unused, init: unused, check: unused } as unknown as Actions;
  await run(['check', '--help'], '1.2.3', actions, { stdout, stderr: stdout, folder: '/', variables: {} });
  const [options = ''] = printed.join('').split('\nExamples:');
  expect(options.split('\n').filter((line) => line.length > 50 && !line.includes('://'))).toEqual([]);
});

test('suggests a valid base URL for openapi', async () => {
  const { stderr } = await runLine('openapi --base-url ftp://a.test/v1');
  expect(stderr).toBe(
    'petstore-mock: Reading --base-url: ftp:// is neither http:// nor https://. Try https://staging.example.test/v1: scheme, host and path\n',
  );
});

test.each([
  [['check', 'http://a.test/v1', '--report', ''], '--report: the value is empty. Try --report contract-report'],
  [['check', 'http://a.test/v1', '--history', ' '], '--history: the value is empty. Try --history petstore-history'],
  [['learn', '--from', ''], '--from: the value is empty. Try --from transcript.har'],
  [
    ['compare', 'a', 'b', '--right-header', ''],
    '--right-header: the value is empty. Try --right-header "X-Tenant: blue"',
  ],
  [['compare', 'a', 'b', '--ignore', ''], '--ignore: the value is empty. Try --ignore question/error-codes'],
  [['proxy', '--har', ''], '--har: the value is empty. Try --har traffic.har'],
  [['restore', '--restore-log', ''], '--restore-log: the value is empty. Try --restore-log restore'],
])('rejects %j: an empty name would mean the working directory', async (args, problem) => {
  expect(await runArgs(args)).toMatchObject({ code: 2, calls: [], stderr: `petstore-mock: Reading ${problem}\n` });
});

test('prints help on stderr without a command', async () => {
  const { code, stdout, stderr } = await runLine('');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('Usage: petstore-mock');
});

test.each([
  ['srve', 'unknown command. Did you mean serve?'],
  ['nothing-like-it', 'unknown command. Try petstore-mock --help'],
  ['serve --prot 1', 'unknown option --prot. Did you mean --port?'],
  ['serve --kee=s3cret:pro', 'unknown option --kee. Did you mean --key?'],
  ['learn --out=a.json', 'unknown option --out. Did you mean --output?'],
  ['serve --xyzzy=s3cret', 'unknown option --xyzzy. Try petstore-mock serve --help'],
  ['serve --api-keysk_live_x', 'unknown option. Try petstore-mock serve --help'],
  ['serve --keysecretofmine', 'unknown option. Try petstore-mock serve --help'],
  ['serve --Zq3', 'unknown option. Try petstore-mock serve --help'],
  [`serve --${'a'.repeat(40)}`, 'unknown option. Try petstore-mock serve --help'],
  ['serve --port', '--port needs a value. Try --port 4290'],
  ['serve --watch=true', '--watch takes no value. Try --watch'],
  ['serve --no-cors=1', '--no-cors takes no value. Try --no-cors'],
  ['serve --key', '--key needs a value. Try --key my_key:pro'],
  ['check --levle read', 'unknown option --levle. Did you mean --level?'],
  ['check --level', '--level needs a value. Try --level write'],
  ['serve --journal', '--journal needs a value. Try --journal 10000'],
  ['check --restore-log', '--restore-log needs a value. Try --restore-log restore'],
  ['restore --restore-log', '--restore-log needs a value. Try --restore-log restore'],
  ['compare --right-header', '--right-header needs a value. Try --right-header "X-Tenant: blue"'],
  ['check --xyzzy', 'unknown option --xyzzy. Try petstore-mock check --help'],
  [
    'check http://a.test http://b.test',
    'too many arguments for check. Expected 1 argument but got 2. Try petstore-mock check --help',
  ],
  ['serve 5000', 'too many arguments for serve. Expected 0 arguments but got 1. Try petstore-mock serve --help'],
])('rejects “%s” in one line', async (line, problem) => {
  const { code, calls, stdout, stderr } = await runLine(line);
  expect({ code, calls, stdout }).toEqual({ code: 2, calls: [], stdout: '' });
  expect(stderr).toBe(`petstore-mock: Reading the command line: ${problem}\n`);
});

test.each([
  ['serve', '-ks3cret:pro'],
  ['serve', '--keys3cret:pro'],
  ['serve', '--keys3cret'],
  ['serve', '--kee=s3cret:pro'],
  ['serve', '--watch=s3cret'],
  ['serve', '--admin-token s3cret'],
  ['serve', 's3cret:pro'],
  ['s3cret'],
  ['-s3cret'],
])('never prints a secret of “%s %s”', async (...args) => {
  const { code, stderr } = await runArgs(args);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^petstore-mock: Reading the command line: .+\n$/);
  expect(stderr).not.toContain('s3');
});

test('prints one line even if it quotes control characters', async () => {
  const serve = () => Promise.reject(new InputError('Reading a\nb', 'c\u001bd\u2028e', 'Try f'));
  const { stderr } = await runLine('serve', { serve });
  expect(stderr).toMatch(/^petstore-mock: [^\p{Cc}\p{Zl}]+\n$/u);
});

test('prints an InputError in one line', async () => {
  const serve = () => Promise.reject(new InputError('Reading --port', 'it is taken', 'Try --port 0'));
  expect(await runLine('serve', { serve })).toMatchObject({
    code: 2,
    stderr: 'petstore-mock: Reading --port: it is taken. Try --port 0\n',
  });
});

test('rethrows a bug', async () => {
  await expect(runLine('serve', { serve: () => Promise.reject(new TypeError('bug')) })).rejects.toThrow('bug');
});
