import { EventEmitter, on, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFile } from '../../../tests/temporary-file.js';
import { watchFiles } from './watch-files.js';

async function watchOne(reload: () => string | Promise<string>, watched?: string) {
  const file = watched ?? (await temporaryFile('store.json', '1'));
  const log = new EventEmitter();
  const watching = await watchFiles([{ file, reload }], {
    note: (text) => log.emit('note', text),
    problem: (text) => log.emit('problem', text),
  });
  onTestFinished(() => watching.close());
  return { file, log };
}

test('says what was reloaded when a file is written', async () => {
  const { file, log } = await watchOne(() => '2 pets');
  const noted = once(log, 'note');
  await writeFile(file, '2');
  expect(await noted).toEqual([`Reloaded ${file}: 2 pets.`]);
});

test('reloads a file that another was moved onto, as editors do', async () => {
  const { file, log } = await watchOne(() => '2 pets');
  const noted = once(log, 'note');
  await writeFile(`${file}.new`, '2');
  await rename(`${file}.new`, file);
  await noted;
});

test('reports a file that cannot be used and goes on watching', async () => {
  let isBroken = true;
  const { file, log } = await watchOne(() => {
    if (isBroken) throw new Error('store.json is broken.');
    return 'sound again';
  });
  const reported = once(log, 'problem');
  await writeFile(file, '2');
  expect(await reported).toEqual(['store.json is broken. The server goes on with what it had.']);
  isBroken = false;
  const noted = once(log, 'note');
  await writeFile(file, '3');
  await noted;
});

test('lets one reload end before the next begins', async () => {
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

test('reports a file that is gone', async () => {
  const { file, log } = await watchOne(() => '');
  const reported = once(log, 'problem');
  await rm(file);
  expect(await reported).toEqual([`${file} is gone. The server goes on with what it had.`]);
});
