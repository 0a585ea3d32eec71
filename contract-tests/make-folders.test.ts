import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../tests/temporary-file.js';
import { makeFolders } from './make-folders.js';

test('makes what is missing and says what that was', async () => {
  const above = await temporaryFolder();
  const folder = join(above, 'a', 'b');
  expect(makeFolders(folder)).toEqual([dirname(folder), folder]);
  expect(makeFolders(folder)).toEqual([]);
});

test('throws where a file is in the way', async () => {
  const file = join(await temporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolders(file)).toThrow(expect.objectContaining({ code: 'EEXIST' }));
  expect(() => makeFolders(join(file, 'below'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
});

test.runIf(process.platform === 'linux')('returns at once where no folder can be made', () => {
  expect(() => makeFolders('/proc/no-such-folder/below')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
});
