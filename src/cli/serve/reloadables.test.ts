import { expect, test } from 'vitest';
import { profileOf } from '../../../mocks/imitation/profile-for-tests.js';
import { createWorld } from '../../../mocks/world.js';
import { temporaryFile } from '../../../tests/temporary-file.js';
import { type FilesInUse, reloadables } from './reloadables.js';

const none = { fixture: undefined, behaviour: undefined, profile: undefined, handlers: undefined };
const stock = { pets: 2, seed: 1 };
const nothing = (): FilesInUse => ({
  fixture: undefined,
  behaviour: undefined,
  deployment: undefined,
  handlers: undefined,
});

test('takes an answer that left the behaviour file back to its default', async () => {
  const world = createWorld({ behaviour: { 'ban-threshold': 3 } });
  const behaviour = await temporaryFile('file.json', '{ "ban-status": 403 }');
  const [file] = reloadables({ ...none, behaviour }, world, stock, nothing());
  await file?.reload();
  expect(world.behaviour['ban-status']).toBe(403);
  expect(world.behaviour['ban-threshold']).toBe(10);
});

test('opens the store of the fixture file anew', async () => {
  const world = createWorld(stock);
  const fixture = await temporaryFile(
    'file.json',
    '{ "inventory": [{ "petId": 7, "quantity": 1, "status": "sold" }] }',
  );
  const [file] = reloadables({ ...none, fixture }, world, stock, nothing());
  expect(await file?.reload()).toContain('1 pet;');
  expect(world.inventory.list()).toMatchObject([{ petId: '7', quantity: 1, status: 'sold' }]);
});

test('keeps the behaviour when its file is broken', async () => {
  const world = createWorld({ behaviour: { 'ban-threshold': 3 } });
  const behaviour = await temporaryFile('file.json', '{ "ban-threshold": "often" }');
  const [file] = reloadables({ ...none, behaviour }, world, stock, nothing());
  expect(() => file?.reload()).toThrow(/ban-threshold/);
  expect(world.behaviour['ban-threshold']).toBe(3);
});

test('hands over what worlds that are opened later begin with, once it is in use', async () => {
  const world = createWorld({ behaviour: { 'ban-threshold': 3 } });
  const fixture = await temporaryFile('file.json', '{ "inventory": [] }');
  const behaviour = await temporaryFile('file.json', '{ "ban-status": 403 }');
  const inUse = nothing();
  const files = reloadables({ ...none, fixture, behaviour }, world, stock, inUse);
  for (const file of files) await file.reload();
  expect(inUse).toMatchObject({ fixture: { inventory: [] }, behaviour: { 'ban-status': 403 } });
});

test('answers as the profile file now says, and as the behaviour file says where both do', async () => {
  const world = createWorld();
  const learned = profileOf({
    observed: { 'ban-status': 403, 'list-order': 'descending' },
    answers: { 'getPet 200': { headers: { Server: 'nginx' } } },
  });
  const profile = await temporaryFile('file.json', JSON.stringify(learned));
  const behaviour = await temporaryFile('file.json', '{ "list-order": "as-stored" }');
  const inUse = nothing();
  const files = reloadables({ ...none, behaviour, profile }, world, stock, inUse);
  for (const file of files) await file.reload();
  expect(world.behaviour).toMatchObject({ 'ban-status': 403, 'list-order': 'as-stored' });
  expect(world.imitation?.deployment).toBe(inUse.deployment);
  expect(inUse.deployment?.profile).toEqual(learned);
});

test('keeps the profile when its file is broken', async () => {
  const world = createWorld({ profile: profileOf({ observed: { 'ban-status': 403 } }) });
  const { imitation } = world;
  const profile = await temporaryFile('file.json', '{}');
  const [file] = reloadables({ ...none, profile }, world, stock, nothing());
  expect(() => file?.reload()).toThrow(/Reading the profile .*file\.json/);
  expect(world.imitation).toBe(imitation);
  expect(world.behaviour['ban-status']).toBe(403);
});

test('watches nothing that was not named', () => {
  expect(reloadables(none, createWorld(), stock, nothing())).toEqual([]);
});
