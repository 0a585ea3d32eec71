import { expect, it } from 'vitest';
import { type ExchangeInit, recorded, START_MS, settings } from '../../../tests/recorded.js';
import { gatherEvidence } from '../../judge/evidence.js';
import { learnResponses } from './learn-responses.js';

const paths = ['/pets/901', '/pets/902', '/nowhere'];

function marksOf(fieldOf: (index: number) => unknown, told: Partial<ExchangeInit> = {}, count = 3) {
  const responses = Array.from({ length: count }, (_, index) => ({
    path: paths[index % paths.length] ?? '',
    status: 404,
    atMs: index * 2_000,
    body: { code: 'c', message: 'm', status: 404, meta: { field: fieldOf(index) } },
    ...told,
  }));
  const { body } = learnResponses(gatherEvidence(recorded(...responses), settings))['getPet 404'] ?? {};
  const field = body?.kind === 'json' ? body.schema.properties?.meta?.properties?.field : undefined;
  return field?.['x-value'] === undefined ? undefined : [field['x-value'], ...(field.examples ?? [])];
}

const at = (index: number, apartMs = 0) => new Date(START_MS + index * 2_000 + apartMs).toISOString();

it('recognises the time of the response in any format', () => {
  expect(marksOf((index) => at(index))).toEqual(['now', '2026-01-31T09:30:00.000Z']);
  expect(marksOf((index) => at(index).replace('Z', '123+00:00'))).toEqual(['now', '2026-01-31T09:30:00.000000+00:00']);
  expect(marksOf((index) => Date.parse(at(index)) / 1_000)).toEqual(['now', 1_767_225_600]);
  expect(marksOf((index) => Date.parse(at(index)))).toEqual(['now', 1_767_225_600_000]);
});

it.each<[string, (index: number) => unknown]>([
  ['stands still', () => at(0)],
  ['is another one', (index) => at(index, 60_000)],
])('does not mark a moment that %s', (_, fieldOf) => {
  expect(marksOf(fieldOf)).toBeUndefined();
});

it('marks no moment without a Date header', () => {
  expect(marksOf((index) => at(index), { headers: { Date: undefined } })).toBeUndefined();
});

it('recognises the requested path', () => {
  expect(marksOf((index) => `/v1${paths[index]}`)?.[0]).toBe('path');
  expect(marksOf((index) => `/v1${paths[index]}${index === 0 ? '?a=b' : ''}`)?.[0]).toBe('path');
  expect(marksOf(() => '/v1/pets/901')).toBeUndefined();
});

it('recognises an id that no other response has, and stores none', () => {
  const ids = ['4f9a1c77d2ee41b0', '0b8e2d61c3fa97d5', 'ee52a0914cb7d836'];
  const marks = marksOf((index) => ids[index]);
  expect(marks?.[0]).toBe('unique');
  expect(marks?.[1]).toMatch(/^[0-9a-f]{16}$/);
  expect(ids).not.toContain(marks?.[1]);
});

it.each<[string, (index: number) => unknown]>([
  ['is the same twice', (index) => `4f9a1c77d2ee41b${index % 2}`],
  ['is a word', (index) => ['wrong-colour', 'broken-label', 'absent-label'][index]],
  ['has another length each time', (index) => '1234567890123'.slice(0, 8 + index)],
])('does not mark an id that %s', (_, fieldOf) => {
  expect(marksOf(fieldOf)).toBeUndefined();
});

it('does not mark an id that is in the request', () => {
  expect(marksOf((index) => `9000000${index}`)?.[0]).toBe('unique');
  expect(marksOf((index) => `9000000${index}`, { path: '/pets/90000001' })).toBeUndefined();
});

it('marks nothing after only two responses', () => {
  expect(marksOf((index) => at(index), {}, 2)).toBeUndefined();
});

it('reads lists of objects whose members are named as those of every object', () => {
  expect(marksOf((index) => [{ toString: index, valueOf: 1, constructor: 2 }])).toBeUndefined();
});
