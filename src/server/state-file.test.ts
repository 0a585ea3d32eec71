import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { World } from '../../mocks/world.js';
import { temporaryFolder } from '../../tests/temporary-file.js';
import { StateFile } from './state-file.js';
import { Worlds } from './worlds/worlds.js';

const NOON = '2026-11-21T12:00:00Z';

const openWorlds = (pets = 3) =>
  new Worlds({ createWorld: (own, links) => new World({ clock: NOON, pets, ...own }, links) });

/** Opens a file as a server does, on timers that the test moves. */
async function follow(name: string, worlds = openWorlds()) {
  const lines: string[] = [];
  const log = { note: (text: string) => void lines.push(text), problem: (text: string) => void lines.push(text) };
  const file = new StateFile(name, log);
  onTestFinished(() => file.close());
  file.restoreTo(worlds.shared.world);
  await file.follow(worlds);
  const change = (quantity: number) => {
    worlds.shared.world.inventory.setQuantity('1', quantity);
    worlds.noteChange();
  };
  return { file, worlds, lines, change };
}

function stopTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

const newName = async () => join(await temporaryFolder(), 'shop.json');
const quantityIn = (name: string) => JSON.parse(readFileSync(name, 'utf8')).stock[0].quantity;

test('a new file is created at once, for its owner only', async () => {
  const name = await newName();
  const { file, worlds } = await follow(name);
  expect(file.takenAtMs).toBeUndefined();
  expect(statSync(name).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(name, 'utf8'))).toEqual(JSON.parse(JSON.stringify(worlds.shared.world.state())));
  await file.close();
  expect(readdirSync(dirname(name))).toEqual(['shop.json']);
});

test('a change is in the file within a second', async () => {
  stopTimers();
  const name = await newName();
  const { change } = await follow(name);
  for (const quantity of [71, 72]) {
    change(quantity);
    vi.advanceTimersByTime(500);
    await expect.poll(() => quantityIn(name)).toBe(quantity);
  }
});

test('what has changed is written at the end', async () => {
  stopTimers();
  const name = await newName();
  const { file, change } = await follow(name);
  change(71);
  await file.close();
  expect(quantityIn(name)).toBe(71);
});

test('a change during the first write is written, too', async () => {
  const name = await newName();
  const worlds = openWorlds();
  const file = new StateFile(name, { note: () => {}, problem: () => {} });
  const following = file.follow(worlds);
  worlds.shared.world.inventory.setQuantity('1', 71);
  worlds.noteChange();
  await following;
  await file.close();
  expect(quantityIn(name)).toBe(71);
});

test('a server continues from the file whatever its options, and a reset returns to the store of the file', async () => {
  const name = await newName();
  const first = await follow(name);
  first.change(71);
  await first.file.close();
  const { file, worlds } = await follow(name, openWorlds(2));
  expect(file.takenAtMs).toBe(Date.parse(NOON));
  const { inventory } = worlds.shared.world;
  expect(inventory.list().map(({ quantity }) => quantity)).toEqual([71, expect.any(Number), expect.any(Number)]);
  worlds.shared.world.reset();
  expect(inventory.snapshot()).toEqual(first.worlds.shared.world.catalogue.inventory);
});

test('a store of many parts is complete', async () => {
  const name = await newName();
  const { file, worlds } = await follow(name, openWorlds(20_001));
  await file.close();
  const again = await follow(name);
  expect(again.worlds.shared.world.inventory.list()).toEqual(worlds.shared.world.inventory.list());
});

test.each([
  ['{"format":"petstore-mock-state","version":2}', 'it is of version 2, and version 1 is read here'],
  ['{"format":"petstore-mock-state","version":1}', '/takenAtMs is missing'],
  ['{"inventory":[]}', 'it is not a state but'],
  ['nonsense', 'it is not JSON'],
])('a file with %s is rejected and stays', async (text, problem) => {
  const name = await newName();
  writeFileSync(name, text);
  await expect(follow(name)).rejects.toThrow(`Reading the state ${name}: ${problem}`);
  expect(readdirSync(dirname(name))).toEqual(['shop.json']);
  expect(readFileSync(name, 'utf8')).toBe(text);
});

test('an empty file is a new one', async () => {
  const name = await newName();
  writeFileSync(name, '');
  const { file } = await follow(name);
  expect(file.takenAtMs).toBeUndefined();
  expect(quantityIn(name)).toBeGreaterThanOrEqual(0);
});

test('a link stays a link', async () => {
  const name = await newName();
  const target = `${name}.target`;
  writeFileSync(target, '');
  symlinkSync(target, name);
  const { file, change } = await follow(name);
  change(71);
  await file.close();
  expect(quantityIn(target)).toBe(71);
  expect(readdirSync(dirname(name)).sort()).toEqual(['shop.json', 'shop.json.target']);
});

test('drafts that a killed server has left are removed, and no other file', async () => {
  const name = await newName();
  const others = [`${name}.1.part`, `${name}.0123456789ab`, `${name}x.0123456789ab.part`];
  for (const each of [`${name}.0123456789ab.part`, ...others]) writeFileSync(each, '');
  await follow(name);
  expect(existsSync(`${name}.0123456789ab.part`)).toBe(false);
  expect(others.every((each) => existsSync(each))).toBe(true);
});

test.each([
  ['nowhere/shop.json', 'the folder does not exist'],
  ['.', 'it is not a regular file'],
])('%s is rejected at the start', async (name, problem) => {
  const path = join(await temporaryFolder(), name);
  await expect(follow(path)).rejects.toThrow(`Preparing --state ${path}: ${problem}. Name a file in a folder`);
});

test('a file that cannot be written at first is a clear error', async () => {
  const name = await newName();
  const log = { note: () => {}, problem: () => {} };
  const file = new StateFile(name, log);
  rmSync(dirname(name), { recursive: true });
  await expect(file.follow(openWorlds())).rejects.toThrow(
    `Writing the state ${name}: the folder does not exist. Name a file in a folder that you can write to: --state`,
  );
  await file.close();
});

test('a problem with the disk is reported once, and that it works again', async () => {
  stopTimers();
  const name = await newName();
  const { lines, change, file } = await follow(name);
  const away = `${dirname(name)}-away`;
  renameSync(dirname(name), away);
  onTestFinished(() => rmSync(away, { recursive: true, force: true }));
  for (const quantity of [71, 72]) {
    change(quantity);
    vi.advanceTimersByTime(20_000);
    await expect.poll(() => vi.getTimerCount()).toBe(1);
  }
  expect(lines).toEqual([
    `Writing the state ${name}: the folder does not exist. Requests go on, but changes are not saved. The server keeps trying.`,
  ]);
  renameSync(away, dirname(name));
  vi.advanceTimersByTime(20_000);
  await expect.poll(() => lines[1]).toBe(`Writing the state ${name} works again.`);
  expect(quantityIn(name)).toBe(72);
  renameSync(dirname(name), away);
  change(73);
  await file.close();
  expect(lines[2]).toBe(`Writing the state ${name}: the folder does not exist. The last changes are lost.`);
  renameSync(away, dirname(name));
});
