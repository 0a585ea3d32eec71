import { expect, test } from 'vitest';
import { AdminHttpError } from './admin-http-error.js';
import { createSlots } from './admin-route.js';

test('refuses whoever comes when all places are taken, until one is given back', () => {
  const places = createSlots(2, 'streams of events');
  const [giveBack] = [places.take(), places.take()];
  const refused = 'There are 2 streams of events already, as many as may be. End one, and ask again.';
  expect(places.take).toThrow(new AdminHttpError(503, refused));
  giveBack();
  places.take();
  expect(places.take).toThrow(refused);
});

test('a place that is given back twice is one place', () => {
  const places = createSlots(2, 'waiting calls');
  const [giveBack] = [places.take(), places.take()];
  giveBack();
  giveBack();
  places.take();
  expect(places.take).toThrow('There are 2 waiting calls already');
});
