import { EventEmitter, on, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { World } from '../../../mocks/world.js';
import { temporaryFile } from '../../../tests/temporary-file.js';
import { profileOf } from '../../fidelity/profile/profile-for-tests.js';
import { type LoadedFiles, reloadables, watchFiles } from './serve-files.js';

const none = {
  fixture: undefined,
  behaviour: undefined,
  profile: undefined,
  fromState: undefined,
  handlers: undefined,
};
const stock = { pets: 2, seed: 1 };
const nothing = (): LoadedFiles => ({
  fixture: undefined,
  behaviour: undefined,
  deployment: undefined,
  handlers: undefined,
  state: undefined,
});

test('resets a choice that was removed from the behaviour file', async () => {
  const world = new World({ behaviour: { 'ban-threshold': 3 } });
  const behaviour = await temporaryFile('file.json', '{ "ban-status": 403 }');
  const [file] = reloadables({ ...none, behaviour }, world, stock, nothing());
  await file?.reload();
  expect(world.behaviour['ban-status']).toBe(403);
  expect(world.behaviour['ban-threshold']).toBe(10);
});

test('reloads the store from the fixture file', async () => {
  const world = new World(stock);
  const fixture = await temporaryFile(
    'file.json',
    '{ "inventory": [{ "petId": 7, "quantity": 1, "status": "sold" }] }',
  );
  const [file] = reloadables({ ...none, fixture }, world, stock, nothing());
  expect(await file?.reload()).toContain('1 pet;');
  expect(world.inventory.list()).toMatchObject([{ petId: '7', quantity: 1, status: 'sold' }]);
});

test('retains the behaviour if its file is invalid', async () => {
  const world = new World({ behaviour: { 'ban-threshold': 3 } });
  const behaviour = await temporaryFile('file.json', '{ "ban-threshold": "often" }');
  const [file] = reloadables({ ...none, behaviour }, world, stock, nothing());
  expect(() => file?.reload()).toThrow(/ban-threshold/);
  expect(world.behaviour['ban-threshold']).toBe(3);
});

test('later worlds start from the reloaded files', async () => {
  const world = new World({ behaviour: { 'ban-threshold': 3 } });
  const fixture = await temporaryFile('file.json', '{ "inventory": [] }');
  const behaviour = await temporaryFile('file.json', '{ "ban-status": 403 }');
  const inUse = nothing();
  const files = reloadables({ ...none, fixture, behaviour }, world, stock, inUse);
  for (const file of files) await file.reload();
  expect(inUse).toMatchObject({ fixture: { inventory: [] }, behaviour: { 'ban-status': 403 } });
});

test('imitates the reloaded profile; the behaviour file takes precedence', async () => {
  const world = new World();
  const learned = profileOf({
    observed: { 'ban-status': 403, 'list-order': 'descending' },
    responses: { 'getPet 200': { headers: { Server: 'nginx' } } },
  });
  const profile = await temporaryFile('file.json', JSON.stringify(learned));
  const behaviour = await temporaryFile('file.json', '{ "list-order": "ascending" }');
  const inUse = nothing();
  const files = reloadables({ ...none, behaviour, profile }, world, stock, inUse);
  for (const file of files) await file.reload();
  expect(world.behaviour).toMatchObject({ 'ban-status': 403, 'list-order': 'ascending' });
  expect(world.imitation?.deployment).toBe(inUse.deployment);
  expect(inUse.deployment?.profile).toEqual(learned);
});

test('retains the profile if its file is invalid', async () => {
  const world = new World({ profile: profileOf({ observed: { 'ban-status': 403 } }) });
  const { imitation } = world;
  const profile = await temporaryFile('file.json', '{}');
  const [file] = reloadables({ ...none, profile }, world, stock, nothing());
  expect(() => file?.reload()).toThrow(/Reading the profile .*file\.json/);
  expect(world.imitation).toBe(imitation);
  expect(world.behaviour['ban-status']).toBe(403);
});

test('watches only files that were named', () => {
  expect(reloadables(none, new World(), stock, nothing())).toEqual([]);
});

async function watchOne(reload: () => string | Promise<string>, watched?: string) {
  const file = watched ?? (await temporaryFile('store.json', '1'));
  const log = new EventEmitter();
  const watching = watchFiles([{ file, reload }], {
    note: (text) => log.emit('note', text),
    problem: (text) => log.emit('problem', text),
  });
  onTestFinished(() => watching.close());
  return { file, log };
}

test('reports what was reloaded when a file is written', async () => {
  const { file, log } = await watchOne(() => '2 pets');
  const noted = once(log, 'note');
  await writeFile(file, '2');
  expect(await noted).toEqual([`Reloaded ${file}: 2 pets.`]);
});

test('reloads a file that was replaced by a rename, as editors do', async () => {
  const { file, log } = await watchOne(() => '2 pets');
  const noted = once(log, 'note');
  await writeFile(`${file}.new`, '2');
  await rename(`${file}.new`, file);
  await noted;
});

/** Replaces a link in one step, as Kubernetes does. */
async function link(target: string, path: string): Promise<void> {
  await symlink(target, `${path}.new`);
  await rename(`${path}.new`, path);
}

test.each([
  ['the volume of a ConfigMap', '..data', 'store.json', '..data/store.json'],
  ['a linked folder', 'current', 'current/store.json', undefined],
  ['a link to the file', 'store.json', 'store.json', undefined],
])('reloads %s after its link was replaced', async (_what, swapped, path, inner) => {
  const folder = dirname(await temporaryFile('other.json', ''));
  for (const version of ['v1', 'v2']) {
    await mkdir(join(folder, version));
    await writeFile(join(folder, version, 'store.json'), version);
  }
  const targetOf = (version: string) => (swapped === 'store.json' ? `${version}/store.json` : version);
  await link(targetOf('v1'), join(folder, swapped));
  if (inner !== undefined) await link(inner, join(folder, path));
  const file = join(folder, path);
  const { log } = await watchOne(() => readFileSync(file, 'utf8'), file);
  const noted = once(log, 'note');
  await link(targetOf('v2'), join(folder, swapped));
  expect(await noted).toEqual([`Reloaded ${file}: v2.`]);
});

test('reports an invalid file and continues watching', async () => {
  let isBroken = true;
  const { file, log } = await watchOne(() => {
    if (isBroken) throw new Error('store.json is broken.');
    return 'sound again';
  });
  const reported = once(log, 'problem');
  await writeFile(file, '2');
  expect(await reported).toEqual(['store.json is broken. The server keeps the previous version.']);
  isBroken = false;
  const noted = once(log, 'note');
  await writeFile(file, '3');
  await noted;
});

test('completes one reload before the next', async () => {
  const steps = new EventEmitter();
  const hasNoticed = once(steps, 'noticed');
  const seen: string[] = [];
  const { file, log } = await watchOne(async () => {
    seen.push('begins');
    steps.emit('begins');
    await hasNoticed;
    seen.push('ends');
    return '';
  });
  // By then whoever else watches it has noticed the second change.
  await watchOne(() => {
    if (readFileSync(file, 'utf8') === '3') steps.emit('noticed');
    return '';
  }, file);
  const begun = once(steps, 'begins');
  const notes = on(log, 'note');
  await writeFile(file, '2');
  await begun;
  await writeFile(file, '3');
  await notes.next();
  await notes.next();
  // A file that is written slowly changes more often.
  expect(seen.slice(0, 4)).toEqual(['begins', 'ends', 'begins', 'ends']);
});

test('reports a deleted file', async () => {
  const { file, log } = await watchOne(() => '');
  const reported = once(log, 'problem');
  await rm(file);
  expect(await reported).toEqual([`${file} was deleted. The server keeps the previous version.`]);
});
