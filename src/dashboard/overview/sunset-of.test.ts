import { expect, it } from 'vitest';
import { liveForTests } from '../live/live-for-tests.js';
import { sunsetOf } from './sunset-of.js';

it('reads the sunset from the behaviour of the world', () => {
  expect(sunsetOf(liveForTests().behaviour.value)).toBe('2027-12-31T00:00:00Z');
  expect(sunsetOf(undefined)).toBeUndefined();
});
