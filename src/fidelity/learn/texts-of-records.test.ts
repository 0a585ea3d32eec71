import { expect, it } from 'vitest';
import type { JsonValue } from '../../json/json.js';
import type { Reading } from '../../judge/reading.js';
import { repeatsRecords } from './texts-of-records.js';

const reading = (status: number, value: JsonValue) => ({ status, received: { kind: 'json', value } }) as Reading;
const repeats = repeatsRecords([
  reading(200, [{ owner: 'Käthe Meier', phone: '+49 170 7654321', born: '1971-03-14', status: 'sold' }]),
  reading(404, { code: 'unknown', message: 'Unknown pet' }),
]);

it.each(['Bearer realm="Kaethe Meier"', 'call +49 170 7654321', '1971-03-14'])('finds a record in %s', (text) => {
  expect(repeats(text)).toBe(true);
});

it.each(['Apache/2.4.58 (Debian)', 'sold', 'Unknown', 'Meierei', '2026-03-14'])('finds no record in %s', (text) => {
  expect(repeats(text)).toBe(false);
});
