import { expect, test } from 'vitest';
import type { RestoreLog } from '../../../contract-tests/restore/restore-log.js';
import { watchRestoreLog } from './restore-log.js';

const write = { baseUrl: 'https://api.example.test/v1', petId: '7', original: '3', possible: [] };
const silent: RestoreLog = {
  restoreCommand: 'petstore-mock restore https://api.example.test/v1',
  pending: async () => undefined,
  open: async () => {},
  close: async () => {},
};

function watched() {
  const printed: string[] = [];
  const { journal, reportUnfinished: tellUnfinished } = watchRestoreLog(silent, {
    write: (text) => printed.push(text),
  });
  const told = () => {
    tellUnfinished();
    return printed.join('');
  };
  return { journal, told };
}

test('says nothing where nothing was written', () => {
  expect(watched().told()).toBe('');
});

test('says what puts a write back that is still open', async () => {
  const { journal, told } = watched();
  await journal.open(write);
  expect(told()).toBe(
    'petstore-mock: ended at once: the quantity of pet 7 may not be what it was. Put it back with: petstore-mock restore https://api.example.test/v1\n',
  );
});

test('says nothing of what was put back', async () => {
  const { journal, told } = watched();
  await journal.open(write);
  await journal.close(write.baseUrl, write.petId);
  expect(told()).toBe('');
});
