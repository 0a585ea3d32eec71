import { expect, test } from 'vitest';
import { AdminHttpError } from './admin-http-error.js';
import { Slots } from './admin-route.js';

test('throws when all slots are taken, until one is released', () => {
  const places = new Slots(2, 'event streams');
  const [giveBack] = [places.take(), places.take()];
  const message = 'Limit of 2 event streams reached. End one and retry.';
  expect(() => places.take()).toThrow(new AdminHttpError(503, message));
  giveBack();
  places.take();
  expect(() => places.take()).toThrow(message);
});
