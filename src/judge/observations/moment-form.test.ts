import { expect, it } from 'vitest';
import { formOfMoments } from './moment-form.js';

it.each([
  ['2026-01-31T09:30:00.000Z', ['2026-11-21T12:00:05.120Z', '2026-11-21T12:00:06.007Z']],
  ['2026-01-31T09:30:00Z', ['2026-11-21T12:00:05Z']],
  ['2026-01-31T09:30:00.000000000Z', ['2026-11-21T12:00:05.12Z', '2026-11-21T12:00:05.120456789Z']],
  ['2026-01-31T09:30:00.000Z', ['2026-11-21T12:00:05Z', '2026-11-21T12:00:05.120Z']],
  ['20260131T093000,000+0000', ['20261121T120005,120+0000']],
  ['2026-01-31T09:30:00-05:30', ['2026-11-21T06:30:05-05:30']],
  ['2026-01-31T09:30:00', ['2026-11-21T06:30:05']],
])('finds %s', (form, texts) => {
  expect(formOfMoments(texts)).toBe(form);
});

it.each([
  ['there is no day', ['2026-02-31T12:00:05Z']],
  ['it is a date alone', ['2026-11-21']],
  ['it is half basic', ['20261121T12:00:05Z']],
  ['there are no seconds', ['2026-11-21T12:00Z']],
  ['one has an offset and one has none', ['2026-11-21T12:00:05Z', '2026-11-21T12:00:05']],
  ['one has a comma and one a point', ['2026-11-21T12:00:05.1Z', '2026-11-21T12:00:05,1Z']],
  ['there is none', []],
])('finds nothing where %s', (_, texts) => {
  expect(formOfMoments(texts)).toBeUndefined();
});
