import { expect, test } from 'vitest';
import { InputError } from '../../src/json/input-error.js';
import { petstoreSuite } from '../probes/index.js';
import type { Probe, ProbeValues } from '../probes/probe.js';
import type { PendingWrite } from '../restore/restore-log.js';
import { PetGuard } from './pet-guard.js';

const own = { petId: '7', original: '21', quantity: '4' } as ProbeValues;
const other = { ...own, petId: '8' };

/** A guard whose restore log may have no room for more. */
function guardWith({ isFull }: { isFull: () => boolean }) {
  const sent: string[] = [];
  const noted: string[] = [];
  const restoreLog = {
    restoreCommand: 'petstore-mock restore',
    pending: async () => undefined,
    open: async ({ petId }: PendingWrite) => {
      if (isFull()) throw new InputError('Using the restore log', 'its disk is full', 'Choose another folder');
      noted.push(petId);
    },
    close: async () => {},
  };
  const send = async ({ method }: Probe, { petId }: ProbeValues) => void sent.push(`${method} ${petId}`);
  const options = {
    baseUrl: 'https://api.example.test/v1',
    isExclusive: true,
    restoreLog,
    values: own,
    send,
    restoring: petstoreSuite.restoring,
  };
  return { guard: new PetGuard(options), sent, noted };
}

test('restores what it has changed though the restore log has no more room', async () => {
  let isFull = false;
  const { guard, sent } = guardWith({ isFull: () => isFull });
  for (const values of [own, other]) await guard.beforeWrite('{"quantity":4}', values);
  isFull = true;
  await guard.settle();
  expect(sent).toEqual(['PATCH 7', 'PATCH 8', 'GET 7', 'GET 7']);
});

test('sends no update that could not be noted', async () => {
  const { guard, sent } = guardWith({ isFull: () => true });
  await expect(guard.beforeWrite('{"quantity":4}', own)).rejects.toThrow('its disk is full');
  await expect(guard.restore()).rejects.toThrow('its disk is full');
  expect(sent.filter((each) => each.startsWith('PATCH'))).toEqual([]);
  expect(guard.open.size).toBe(0);
});
