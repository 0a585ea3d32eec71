import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { profileOf } from '../../../mocks/imitation/profile-for-tests.js';
import { temporaryFolder } from '../../../tests/temporary-file.js';
import { parseProfile } from '../../profile/parse-profile.js';
import type { Profile } from '../../profile/profile.js';
import { keepProfile } from './keep-profile.js';
import { openProfileFile } from './profile-output.js';

const rich = profileOf({
  observed: { 'list-order': 'ascending', 'cache-control': 'none' },
  answers: { 'other 404': {} },
});
const poor = profileOf({ observed: { 'list-order': 'descending' }, answers: { 'other 404': {} } });
const stopped = (profile: Profile) => ({ ...profile, source: { ...profile.source, stopped: 'interrupted' } });

async function keep(standing: string, learned: Profile, overwrites = false) {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'p.json'), standing);
  const kept = keepProfile(learned, openProfileFile('p.json', { folder }), { overwrites, folder });
  const read = (name: string) => parseProfile(readFileSync(join(folder, name), 'utf8'), name);
  return { kept, read, files: readdirSync(folder).sort() };
}

it('writes what a run saw that stopped early beside a profile that tells more, and says so', async () => {
  const { kept, read } = await keep(JSON.stringify(rich), stopped(poor));
  expect(kept.file).toBe('p.partial.json');
  expect(kept.note).toMatch(/saw 1 open question and 1 kind .* p\.json holds 2 open questions .* --overwrite$/);
  expect(read('p.json')).toEqual(rich);
  expect(read('p.partial.json')).toEqual(stopped(poor));
});

it('counts a profile that only another version reads', async () => {
  const { kept } = await keep(JSON.stringify({ ...rich, version: 2 }), stopped(poor));
  expect(kept.file).toBe('p.partial.json');
});

it.each<[string, Profile, Profile, boolean]>([
  ['came to its end', rich, poor, false],
  ['stopped early and saw as much', rich, stopped(rich), false],
  ['stopped early, where that is asked for', rich, stopped(poor), true],
])('replaces a profile by that of a run that %s', async (_, standing, learned, overwrites) => {
  const { kept, read, files } = await keep(JSON.stringify(standing), learned, overwrites);
  expect(kept).toEqual({ file: 'p.json', note: undefined });
  expect(read('p.json')).toEqual(learned);
  expect(files).toEqual(['p.json']);
});

it('writes nothing where the one beside it tells more as well, and says so', async () => {
  const folder = await temporaryFolder();
  const richest = profileOf({
    observed: { 'list-order': 'ascending', 'cache-control': 'none', 'unknown-method': 404 },
  });
  writeFileSync(join(folder, 'p.json'), JSON.stringify(richest));
  writeFileSync(join(folder, 'p.partial.json'), JSON.stringify(stopped(rich)));
  const kept = keepProfile(stopped(poor), openProfileFile('p.json', { folder }), { overwrites: false, folder });
  expect(kept.file).toBeUndefined();
  expect(kept.note).toMatch(
    /p\.json holds 3 .* as is p\.partial\.json with 2 open .* nothing was written.* --overwrite$/,
  );
  expect(JSON.parse(readFileSync(join(folder, 'p.partial.json'), 'utf8'))).toEqual(stopped(rich));
});

it('keeps a file that is no profile where the partial one would go', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'p.json'), JSON.stringify(rich));
  writeFileSync(join(folder, 'p.partial.json'), '{}');
  const asked = openProfileFile('p.json', { folder });
  expect(() => keepProfile(stopped(poor), asked, { overwrites: false, folder })).toThrow('and it is kept');
});
