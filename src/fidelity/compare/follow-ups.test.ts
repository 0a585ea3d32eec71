import { expect, test } from 'vitest';
import { withoutChance } from './follow-ups.js';

const moment = (form: string) => withoutChance('created-at-format', form);

test('that no id held a sign may be chance', () => {
  const ids = (characters: string) => withoutChance('message-id-format', { characters, length: 21 });
  expect(ids('base62')).toEqual(ids('base64url'));
  expect(ids('hex')).not.toEqual(ids('base62'));
  expect(withoutChance('message-id-format', 'uri')).toEqual({ characters: 'uri' });
});

test('zeros at the end of a fraction may be left out, a whole fraction is not', () => {
  expect(moment('2026-01-31T09:30:00.00000Z')).toBe(moment('2026-01-31T09:30:00.000000Z'));
  expect(moment('2026-01-31T09:30:00.000Z')).not.toBe(moment('2026-01-31T09:30:00.000000Z'));
  expect(moment('2026-01-31T09:30:00Z')).not.toBe(moment('2026-01-31T09:30:00.000Z'));
});

test('the offset is that of the season, how it is written is not', () => {
  expect(moment('2026-01-31T09:30:00+02:00')).toBe(moment('2026-01-31T09:30:00+01:00'));
  expect(moment('20260131T093000-0530')).toBe(moment('20260131T093000+0000'));
  expect(moment('20260131T093000+0100')).not.toBe(moment('20260131T093000+01'));
  expect(moment('2026-01-31T09:30:00+00:00')).not.toBe(moment('2026-01-31T09:30:00Z'));
  expect(moment('2026-01-31T09:30:00')).toBe('2026-01-31T09:30:00');
});
