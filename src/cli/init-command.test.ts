import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../tests/temporary-file.js';
import { initWorker } from './init-command.js';

const msw = fileURLToPath(new URL('../../node_modules/msw', import.meta.url));
const script = readFileSync(join(msw, 'lib/mockServiceWorker.js'), 'utf8');

/** An empty project that has msw installed. */
async function project(): Promise<string> {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(msw, join(folder, 'node_modules/msw'));
  return folder;
}

function init(folder: string, target: string): string {
  let printed = '';
  const sink = { write: (text: string) => (printed += text) };
  initWorker(target, { stdout: sink, stderr: sink, folder, variables: {} });
  return printed;
}

test("copies the script of the project's own msw and prints the lines to add", async () => {
  const folder = await project();
  const printed = init(folder, 'public/');
  expect(readFileSync(join(folder, 'public/mockServiceWorker.js'), 'utf8')).toBe(script);
  expect(printed).toMatch(/^public\/mockServiceWorker\.js is ready\n/);
  expect(printed).toContain("await import('petstore-mock/browser')");
  expect(printed).toContain('"msw": { "workerDirectory": ["public"] }');
});

test('updates the script of another version', async () => {
  const folder = await project();
  mkdirSync(join(folder, 'static'));
  writeFileSync(join(folder, 'static/mockServiceWorker.js'), '/* Mock Service Worker */ 1');
  expect(init(folder, 'static')).toContain('static/mockServiceWorker.js is ready');
  expect(readFileSync(join(folder, 'static/mockServiceWorker.js'), 'utf8')).toBe(script);
});

test('does not replace a file that is not from msw', async () => {
  const folder = await project();
  const file = join(folder, 'mockServiceWorker.js');
  writeFileSync(file, 'mine');
  expect(() => init(folder, '.')).toThrow(
    "Copying msw's worker script to .: its mockServiceWorker.js is not a script of msw. Move mockServiceWorker.js away",
  );
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('names the command that installs msw if it is missing', async () => {
  expect(() => init('/', 'public')).toThrow(
    "Copying msw's worker script to public: msw is not installed in /. First run this in the folder of your package.json: npm install --save-dev msw",
  );
});

test('rejects a file in place of the folder', async () => {
  const folder = await project();
  writeFileSync(join(folder, 'file'), '');
  for (const name of ['file', 'file/below']) {
    expect(() => init(folder, name)).toThrow(
      /(?:a file with this name exists|part of its path is a file)\. Name the folder that your pages are served from: public/,
    );
  }
});

test('rejects an empty name, such as that of an empty shell variable', async () => {
  const folder = await project();
  for (const target of ['', ' ']) expect(() => init(folder, target)).toThrow('the name is empty');
  expect(readdirSync(folder)).toEqual(['node_modules']);
});

test('rejects a script that cannot be read', async () => {
  const folder = await project();
  mkdirSync(join(folder, 'public/mockServiceWorker.js'), { recursive: true });
  expect(() => init(folder, 'public')).toThrow(
    "Copying msw's worker script to public: it is a directory. Name the folder that your pages are served from",
  );
});

test('writes nothing if the script is up to date: the folder may be read-only', async () => {
  const folder = await project();
  init(folder, 'public');
  const file = join(folder, 'public/mockServiceWorker.js');
  utimesSync(file, 0, 0);
  init(folder, 'public');
  expect(statSync(file).mtimeMs).toBe(0);
});

test('names a folder in one line without terminal control characters', async () => {
  const folder = await project();
  expect(init(folder, 'a\u001b[31mb\nc')).toMatch(/^a\\u001b\[31mb\\u000ac\/mockServiceWorker\.js is ready/);
});
