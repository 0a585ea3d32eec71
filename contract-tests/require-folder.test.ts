import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../tests/temporary-file.js';
import { requireFolder } from './require-folder.js';

it('leaves nothing of a folder that can be made', async () => {
  const folder = await temporaryFolder();
  requireFolder(join(folder, 'a', 'b'), 'Preparing', '--report r');
  expect(existsSync(join(folder, 'a'))).toBe(false);
  requireFolder(folder, 'Preparing', '--report r');
  expect(existsSync(folder)).toBe(true);
});

it.each([
  ['file', 'there is a file of that name'],
  ['file/below', 'a part of its path is a file'],
])('refuses %s', async (name, problem) => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  expect(() => requireFolder(join(folder, name), 'Preparing --report', '--report r')).toThrow(
    `Preparing --report: ${problem}. Name a folder that can be made, such as --report r`,
  );
});
