import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../tests/temporary-file.js';
import { createPrivateFile } from './private-file.js';

async function create(file: string, isReplacing: boolean) {
  const made = await createPrivateFile(file, 'traffic.har', isReplacing);
  onTestFinished(() => made.handle.close());
  return made;
}

test('is readable only by its owner', async () => {
  const file = join(await temporaryFolder(), 'traffic.har');
  await create(file, false);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('replaces no file without --overwrite', async () => {
  const file = join(await temporaryFolder(), 'traffic.har');
  writeFileSync(file, 'mine');
  await expect(createPrivateFile(file, 'traffic.har', false)).rejects.toThrow(
    'a file with this name exists. Name another file, or add --overwrite',
  );
});

test('replaces the file only when keep() is called, even if it has changed', async () => {
  const file = join(await temporaryFolder(), 'traffic.har');
  writeFileSync(file, 'mine', { mode: 0o644 });
  const { handle, keep } = await create(file, true);
  await handle.write('new');
  expect(readFileSync(file, 'utf8')).toBe('mine');
  await keep();
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['new', 0o600]);
});

test('changes nothing when it is dropped', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'traffic.har');
  writeFileSync(file, 'mine');
  const { drop } = await create(file, true);
  await drop();
  expect([readdirSync(folder), readFileSync(file, 'utf8')]).toEqual([['traffic.har'], 'mine']);
});

test('replaces a link, not its target', async () => {
  const folder = await temporaryFolder();
  const [file, link] = [join(folder, 'mine.txt'), join(folder, 'link.har')];
  writeFileSync(file, 'mine');
  symlinkSync(file, link);
  await expect(createPrivateFile(link, 'traffic.har', false)).rejects.toThrow('a file with this name exists');
  await (await create(link, true)).keep();
  expect([readFileSync(file, 'utf8'), statSync(link).size]).toEqual(['mine', 0]);
});

test('replaces only regular files', async () => {
  const file = join(await temporaryFolder(), 'socket');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(file, resolve));
  onTestFinished(() => void server.close());
  await expect(createPrivateFile(file, 'traffic.har', true)).rejects.toThrow(
    'it is not a regular file. Name a file: --har traffic.har',
  );
  expect(existsSync(file)).toBe(true);
});

test.each([true, false])('reports why a file cannot be created, replacing: %s', async (isReplacing) => {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, 'folder'));
  await expect(createPrivateFile(join(folder, 'no/such/traffic.har'), 'traffic.har', isReplacing)).rejects.toThrow(
    'the folder does not exist',
  );
  await expect(createPrivateFile(join(folder, 'folder'), 'traffic.har', isReplacing)).rejects.toThrow(
    'it is a folder. ',
  );
});

test.each([true, false])('suggests a file name for a folder, replacing: %s', async (isReplacing) => {
  const folder = await temporaryFolder();
  await expect(createPrivateFile(folder, './recordings/', isReplacing)).rejects.toThrow(
    'Writing --har ./recordings/: it is a folder. Name a file in it: --har recordings/traffic.har',
  );
  writeFileSync(join(folder, 'traffic.har'), 'mine');
  await expect(createPrivateFile(folder, '.', isReplacing)).rejects.toThrow('Name a file in it: --har traffic-2.har');
});
