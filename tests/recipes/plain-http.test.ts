// Long: the tests in Python and Go that the docs show pass on a fake.
import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { codeBlocks } from '../code-blocks.js';
import { type ServedFake, serveFake, TOKEN } from '../serve-fake.js';
import { temporaryFolder } from '../temporary-file.js';

const page = 'docs/plain-http.md';
const works = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

/** Calls every test of the file, as pytest does, which few machines have. */
const callTests = `
import runpy
for name, value in runpy.run_path("test_stock.py").items():
    if name.startswith("test_"):
        value()
        print(name, "passed")
`;

test.skipIf(!works('python3', '-c', 'import requests'))(
  'the test in Python passes (needs python3 with requests)',
  async () => {
    const fake = await serve();
    const folder = await writeRecipe('python', 'test_stock.py', fake);
    const { stdout } = await promisify(execFile)('python3', ['-c', callTests], { cwd: folder });
    expect(stdout).toBe('test_waits_after_a_429 passed\n');
    await expectOwnWorld(fake);
  },
);

test.skipIf(!works('go', 'version'))('the test in Go passes (needs go)', async () => {
  const fake = await serve();
  const folder = await writeRecipe('go', 'stock_test.go', fake);
  await writeFile(join(folder, 'go.mod'), 'module stock\n');
  // Without a home directory, go does not know where its cache is.
  const env = { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local', HOME: homedir() };
  const { stdout } = await promisify(execFile)('go', ['test', '-v', '.'], { cwd: folder, env });
  expect(stdout).toContain('--- PASS: TestWaitsAfterA429');
  await expectOwnWorld(fake);
});

async function serve(): Promise<ServedFake> {
  const fake = await serveFake();
  onTestFinished(() => fake.close());
  return fake;
}

/** Writes the code of the page with the address and the token of this fake; returns its folder. */
async function writeRecipe(language: string, name: string, { origin }: ServedFake): Promise<string> {
  const folder = await temporaryFolder();
  const [code = ''] = codeBlocks(page, language);
  expect(code).toContain('http://127.0.0.1:4290');
  const here = code.replaceAll('http://127.0.0.1:4290', origin).replaceAll('local-admin', TOKEN);
  await writeFile(join(folder, name), here);
  return folder;
}

/** The page promises that the test concerns its own world only. */
async function expectOwnWorld({ admin }: ServedFake): Promise<void> {
  const { items } = await admin.worlds.list();
  expect(items.map(({ isShared, requests }) => ({ isShared, requests }))).toEqual([
    { isShared: true, requests: 0 },
    { isShared: false, requests: 2 },
  ]);
}
