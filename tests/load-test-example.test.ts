// Long: the script for k6 has the types of k6, and works on a fake.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import type { Options } from 'k6/options';
import { describe, expect, it } from 'vitest';
import { World } from '../mocks/world.js';
import { ask } from './ask.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const script = `${root}examples/load-test/k6.js`;
const behaviour = JSON.parse(readFileSync(`${root}examples/load-test/behaviour.json`, 'utf8'));
const baseUrl = 'http://127.0.0.1:4290/v1';

describe('examples/load-test', () => {
  it('uses the API of k6 as its types describe it', () => {
    const compiler = `${root}node_modules/typescript/bin/tsc`;
    const flags = ['--noEmit', '--strict', '--checkJs', '--skipLibCheck', '--ignoreConfig', '--types', 'k6'];
    const { stdout, status } = spawnSync(process.execPath, [compiler, ...flags, '--target', 'es2023', script], {
      encoding: 'utf8',
      cwd: root,
    });
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
  });

  it('reads and updates the stock, and never runs out of quota', async () => {
    const { sent, checks, run } = await loadScript({}, new World({ baseUrl, behaviour }));
    run(6_000);
    expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['GET', 'PATCH']));
    expect(new Set(checks)).toEqual(new Set(['list: 200 true', 'update: 200 true']));
  });

  it('reports limits that were left on', async () => {
    const { checks, run } = await loadScript({ API_KEY: 'test_free' }, new World({ baseUrl }));
    run(70);
    expect(checks).toContain('list: 200 false');
  });

  it('keeps int64 ids exact', async () => {
    const inventory = [{ petId: 9_007_199_254_740_993n, quantity: 1, status: 'available' as const }];
    const { sent, run } = await loadScript({}, new World({ baseUrl, fixture: { inventory } }));
    run(400);
    const updated = sent.filter(({ method }) => method === 'PATCH').map(({ path }) => path);
    expect(new Set(updated)).toEqual(new Set(['/inventory/9007199254740993']));
  });

  it.each([
    [{ API_KEY: 'wrong' }, {}, `${baseUrl}/inventory responded with 401`],
    [{}, { pets: 0 }, 'There are no pets. Start the fake with --pets 100.'],
  ])('does not begin with %j on a fake with %j', async (variables, options, message) => {
    const { run } = await loadScript(variables, new World({ baseUrl, ...options }));
    expect(() => run(1)).toThrow(message);
  });

  it('takes rate and duration from outside', async () => {
    const { options } = await loadScript({ RATE: '500', DURATION: '2m' }, new World({ baseUrl }));
    expect(options.scenarios?.stock).toMatchObject({ rate: 500, duration: '2m' });
  });
});

interface K6Script {
  readonly options: Options;
  setup(): unknown;
  default(data: unknown): void;
}

/** Loads the script as k6 does, with stand-ins for k6’s modules that send to a world. */
async function loadScript(variables: Record<string, string>, world: World) {
  const sent: { method: string; path: string }[] = [];
  const checks: string[] = [];
  const send = (method: string, url: string, body: string, { headers }: { headers: Record<string, string> }) => {
    const path = url.replace(baseUrl, '');
    sent.push({ method, path });
    const list = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
    return ask(world, method, path, { key: null, headers: list, body });
  };
  const modules: Record<string, unknown> = {
    'k6/http': {
      get: (url: string, params: never) => send('GET', url, '', params),
      patch: (url: string, body: string, params: never) => send('PATCH', url, body, params),
    },
    k6: {
      check: (value: unknown, tests: Record<string, (value: unknown) => boolean>) => {
        for (const [name, test] of Object.entries(tests)) checks.push(`${name} ${test(value)}`);
      },
      fail: (message: string) => {
        throw new Error(message);
      },
    },
  };
  const { code } = await transform(readFileSync(script, 'utf8'), { format: 'cjs' });
  const module = { exports: {} as K6Script };
  new Function('require', 'module', '__ENV', code)((name: string) => modules[name], module, variables);
  const { options, setup, default: iterate } = module.exports;
  const run = (times: number) => {
    const data = JSON.parse(JSON.stringify(setup()));
    for (let done = 0; done < times; done++) iterate(data);
  };
  return { sent, checks, options, run };
}
