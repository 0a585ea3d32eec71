import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../tests/temporary-file.js';
import { replaceDurably, replaceFiles } from './replace-files.js';

test('changes nothing if one of the files cannot be written', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'a'), 'earlier');
  const files = ['a', 'none/b'].map((name) => ({ file: join(folder, name), text: 'new' }));
  expect(() => replaceFiles(...files)).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  expect([readdirSync(folder), readFileSync(join(folder, 'a'), 'utf8')]).toEqual([['a'], 'earlier']);
});

test('keeps who may read a file, unless it is private', async () => {
  const file = join(await temporaryFolder(), 'a');
  writeFileSync(file, '');
  chmodSync(file, 0o640);
  const modeAfter = (isPrivate: boolean) => {
    replaceFiles({ file, text: '', isPrivate });
    return statSync(file).mode & 0o777;
  };
  expect([modeAfter(false), modeAfter(true), modeAfter(false)]).toEqual([0o640, 0o600, 0o600]);
});

test('replaces a link, not its target', async () => {
  const folder = await temporaryFolder();
  const [target, link] = [join(folder, 'target'), join(folder, 'link')];
  writeFileSync(target, 'earlier');
  symlinkSync(target, link);
  replaceFiles({ file: link, text: 'new' });
  expect([target, link].map((file) => readFileSync(file, 'utf8'))).toEqual(['earlier', 'new']);
});

test('leaves no draft if a folder cannot be written to', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  await expect(replaceDurably(join(folder, 'file/below'), 'new')).rejects.toThrow('ENOTDIR');
  await expect(replaceDurably(join(folder, 'none/below'), 'new')).rejects.toThrow('ENOENT');
  expect(readdirSync(folder)).toEqual(['file']);
});
