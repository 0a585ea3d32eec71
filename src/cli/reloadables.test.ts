import { expect, test } from 'vitest';
import { createWorld } from '../../mocks/world.js';
import { temporaryFile } from '../../tests/temporary-file.js';
import { reloadables } from './reloadables.js';

const none = { fixture: undefined, behaviour: undefined, handlers: undefined };
const stock = { pets: 2, seed: 1 };
const ignore = { fixture: () => {}, behaviour: () => {}, handlers: () => {} };

test('takes an answer that left the behaviour file back to its default', async () => {
  const world = createWorld({ behaviour: { 'ban-threshold': 3 } });
  const behaviour = await temporaryFile('file.json', '{ "ban-status": 403 }');
  const [file] = reloadables({ ...none, behaviour }, world, stock, ignore);
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
  const [file] = reloadables({ ...none, fixture }, world, stock, ignore);
  expect(await file?.reload()).toContain('1 pet;');
  expect(world.inventory.list()).toMatchObject([{ petId: '7', quantity: 1, status: 'sold' }]);
});

test('keeps the behaviour when its file is broken', async () => {
  const world = createWorld({ behaviour: { 'ban-threshold': 3 } });
  const behaviour = await temporaryFile('file.json', '{ "ban-threshold": "often" }');
  const [file] = reloadables({ ...none, behaviour }, world, stock, ignore);
  expect(() => file?.reload()).toThrow(/ban-threshold/);
  expect(world.behaviour['ban-threshold']).toBe(3);
});

test('hands over what worlds that are opened later begin with, once it is in use', async () => {
  const world = createWorld({ behaviour: { 'ban-threshold': 3 } });
  const fixture = await temporaryFile('file.json', '{ "inventory": [] }');
  const behaviour = await temporaryFile('file.json', '{ "ban-status": 403 }');
  const told: unknown[] = [];
  const files = reloadables({ ...none, fixture, behaviour }, world, stock, {
    ...ignore,
    fixture: ({ inventory }) => told.push(inventory),
    behaviour: (read) => told.push(read['ban-status']),
  });
  for (const file of files) await file.reload();
  expect(told).toEqual([[], 403]);
});

test('watches nothing that was not named', () => {
  expect(reloadables(none, createWorld(), stock, ignore)).toEqual([]);
});
