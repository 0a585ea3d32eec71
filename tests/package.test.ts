import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import description from '../package.json' with { type: 'json' };
import { temporaryFolder } from './temporary-file.js';

const root = fileURLToPath(new URL('..', import.meta.url));

interface PackedFile {
  readonly path: string;
  readonly mode: number;
}

/** Runs a program at the root of the repository, without anything of the user's own surroundings. */
async function run(program: string, ...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: await temporaryFolder() };
  return (await promisify(execFile)(program, args, { cwd: root, env })).stdout;
}

async function pack(): Promise<PackedFile[]> {
  const folder = await temporaryFolder();
  const [packed] = JSON.parse(await run('npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', folder));
  return packed.files;
}

test('packs what users need and nothing else', async () => {
  const files = await pack();
  const paths = files.map(({ path }) => path);
  const named = Object.values(description.exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  );
  const bin = description.bin['petstore-mock'];
  const needed = [...named, bin].map((path) => path.replace('./', ''));
  expect(paths, 'run npm run build first').toEqual(expect.arrayContaining([...needed, 'README.md', 'LICENSE']));
  expect(paths.filter((path) => path.includes('.test.'))).toEqual([]);
  expect(paths.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))).toEqual([]);
  expect(paths.filter((path) => !/^(?:dist\/|docs\/|[^/]+$)/.test(path))).toEqual([]);
  expect(files.find(({ path }) => `./${path}` === bin)).toMatchObject({ mode: 0o755 });
  expect(await readFile(join(root, bin), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
});

test('answers when it is imported by its name', async () => {
  const code = `
    import { createPetstore, openApiDocument } from 'petstore-mock';
    const petstore = createPetstore({ pets: 2, baseUrl: 'http://a.test/v1' });
    const headers = [['authorization', 'Bearer test_free']];
    const request = { method: 'GET', path: '/v1/inventory', headers, body: new Uint8Array(0), callerAddress: '' };
    const { status, body } = petstore.answer(request);
    console.log(JSON.stringify({ status, pets: JSON.parse(body).length, openapi: openApiDocument().openapi }));`;
  const printed = await run(process.execPath, '--input-type=module', '--eval', code);
  expect(JSON.parse(printed)).toEqual({ status: 200, pets: 2, openapi: '3.1.0' });
});
