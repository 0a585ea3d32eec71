import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { modesIn, temporaryFolder, withoutUmask } from '../../../tests/temporary-file.js';
import { parseProfile } from '../../fidelity/profile/parse-profile.js';
import type { Profile } from '../../fidelity/profile/profile.js';
import { profileOf } from '../../fidelity/profile/profile-for-tests.js';
import { writeOutput } from '../output-file.js';
import { openProfileFile, saveProfile } from './save-profile.js';

const rich = profileOf({
  observed: { 'list-order': 'ascending', 'www-authenticate': 'none' },
  responses: { 'other 404': {} },
});
const poor = profileOf({ observed: { 'list-order': 'descending' }, responses: { 'other 404': {} } });
const stopped = (profile: Profile) => ({ ...profile, source: { ...profile.source, stopped: 'interrupted' } });

async function keep(standing: string, learned: Profile, overwrites = false) {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'p.json'), standing);
  const kept = saveProfile(learned, openProfileFile('p.json', { folder }), overwrites);
  const read = (name: string) => parseProfile(readFileSync(join(folder, name), 'utf8'), name);
  return { kept, read, files: readdirSync(folder).sort() };
}

it('writes the profile of an incomplete run beside a more complete one, with a note', async () => {
  const { kept, read } = await keep(JSON.stringify(rich), stopped(poor));
  expect(kept.file).toBe('p.partial.json');
  expect(kept.note).toMatch(
    /stopped early with 1 open question and 1 kind .* p\.json has 2 open questions .* --overwrite$/,
  );
  expect(read('p.json')).toEqual(rich);
  expect(read('p.partial.json')).toEqual(stopped(poor));
});

it('counts a profile of another version as more complete', async () => {
  const { kept } = await keep(JSON.stringify({ ...rich, version: 2 }), stopped(poor));
  expect(kept.file).toBe('p.partial.json');
});

it.each<[string, Profile, Profile, boolean]>([
  ['completed', rich, poor, false],
  ['stopped early and saw as much', rich, stopped(rich), false],
  ['stopped early, with --overwrite', rich, stopped(poor), true],
])('replaces a profile with that of a run that %s', async (_, standing, learned, overwrites) => {
  const { kept, read, files } = await keep(JSON.stringify(standing), learned, overwrites);
  expect(kept).toEqual({ file: 'p.json' });
  expect(read('p.json')).toEqual(learned);
  expect(files).toEqual(['p.json']);
});

it('does not replace a partial file that is not a profile', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'p.json'), JSON.stringify(rich));
  writeFileSync(join(folder, 'p.partial.json'), '{}');
  const openedFile = openProfileFile('p.json', { folder });
  expect(() => saveProfile(stopped(poor), openedFile, false)).toThrow('so it is not replaced');
});

const OLD = '{"format":"petstore-mock-profile","version":0}';

it('writes a new file atomically, and leaves no other file behind', async () => {
  const folder = await temporaryFolder();
  writeOutput(openProfileFile('p.json', { folder }), 'text');
  expect(readFileSync(join(folder, 'p.json'), 'utf8')).toBe('text');
  expect(readdirSync(folder)).toEqual(['p.json']);
});

it.skipIf(process.platform === 'win32')('lets only its owner read a profile, whatever the umask', async () => {
  withoutUmask();
  const folder = await temporaryFolder();
  const save = (learned: Profile) => saveProfile(learned, openProfileFile('p.json', { folder }), false);
  save(rich);
  expect(modesIn(folder)).toEqual({ 'p.json': '600' });
  chmodSync(join(folder, 'p.json'), 0o644);
  save(rich);
  save(stopped(poor));
  expect(modesIn(folder)).toEqual({ 'p.json': '600', 'p.partial.json': '600' });
});

it('fills an empty file, such as that of `mktemp`', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'p.json'), '');
  const opened = openProfileFile('p.json', { folder });
  expect(opened.existing).toBeUndefined();
  writeOutput(opened, 'text');
  expect(readFileSync(join(folder, 'p.json'), 'utf8')).toBe('text');
});

it('overwrites a profile, also through a link', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'p.json'), OLD);
  symlinkSync('p.json', join(folder, 'link.json'));
  writeOutput(openProfileFile('link.json', { folder }), 'new');
  expect(readFileSync(join(folder, 'p.json'), 'utf8')).toBe('new');
});

it.each([
  ['a file that is no profile', 'other.json', 'the existing file is not a profile, so it is not replaced'],
  ['a folder', 'folder', 'it is a directory'],
  ['a file in a folder that is not there', 'none/p.json', 'the folder does not exist'],
  ['a file below a file', 'other.json/p.json', 'part of its path is a file'],
])('rejects %s before anything is sent', async (_, name, problem) => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'other.json'), '{"format":"else"}');
  mkdirSync(join(folder, 'folder'));
  expect(() => openProfileFile(name, { folder })).toThrow(problem);
});

it('leaves no file behind if nothing is written', async () => {
  const folder = await temporaryFolder();
  openProfileFile('p.json', { folder });
  expect(readdirSync(folder)).toEqual([]);
});
