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
  const { restoreLog, reportUnfinished } = watchRestoreLog(silent, { write: (text) => printed.push(text) });
  const reported = () => {
    reportUnfinished();
    return printed.join('');
  };
  return { restoreLog, reported };
}

test('prints nothing if nothing was written', () => {
  expect(watched().reported()).toBe('');
});

test('prints how to restore a write that is still open', async () => {
  const { restoreLog, reported } = watched();
  await restoreLog.open(write);
  expect(reported()).toBe(
    'petstore-mock: ended at once: the quantity of pet 7 may be wrong. To restore it, run: petstore-mock restore https://api.example.test/v1\n',
  );
});

test('prints nothing about a write that was restored', async () => {
  const { restoreLog, reported } = watched();
  await restoreLog.open(write);
  await restoreLog.close(write.baseUrl, write.petId);
  expect(reported()).toBe('');
});
