import { expect, test } from 'vitest';
import { InputError } from '../../json/input-error.js';
import { cutPart } from './serialise.js';

const keys = ['key#1', 'key#2', 'key#9', 'key#10'];
const itself = (id: string) => id;

test('a short list is returned whole', () => {
  expect(cutPart(keys, {}, itself)).toEqual({ items: keys, total: 4, next: null });
});

test('a page starts after the previous one, by the numbers in the ids', () => {
  const first = cutPart(keys, { limit: 3 }, itself);
  expect(first).toEqual({ items: ['key#1', 'key#2', 'key#9'], total: 4, next: 'key#9' });
  expect(cutPart(keys, { after: 'key#9' }, itself)).toEqual({ items: ['key#10'], total: 4, next: null });
});

test('the last page has no next one', () => {
  expect(cutPart(keys, { limit: 4 }, itself).next).toBeNull();
});

test('a page can start after an item that was removed', () => {
  expect(cutPart(keys, { after: 'key#7' }, itself).items).toEqual(['key#9', 'key#10']);
});

test('the shared world precedes the others', () => {
  const worlds = ['shared', 'w1', 'w2'];
  expect(cutPart(worlds, { limit: 1 }, itself).next).toBe('shared');
  expect(cutPart(worlds, { after: 'shared' }, itself).items).toEqual(['w1', 'w2']);
});

test('ids may be negative and beyond 2^53', () => {
  const ids = ['-7', '9007199254740992', '9007199254740993'];
  expect(cutPart(ids, { after: '9007199254740992' }, itself).items).toEqual(['9007199254740993']);
  expect(cutPart(ids, { after: '-7' }, itself).items).toHaveLength(2);
});

test('after the last item the page is empty', () => {
  expect(cutPart(keys, { after: 'key#99' }, itself)).toEqual({ items: [], total: 4, next: null });
});

test('an invalid cursor is rejected', () => {
  expect(() => cutPart(keys, { after: 'there' }, itself)).toThrow(InputError);
});
