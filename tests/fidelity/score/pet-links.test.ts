import { expect, it } from 'vitest';
import { gatherEvidence } from '../../../src/judge/judge.js';
import { type ExchangeInit, recorded, settings } from '../../recorded.js';
import { findPetLinks } from './pet-links.js';

const list: ExchangeInit = {
  body: '[{"petId":7,"quantity":3,"status":"sold"},{"petId":9007199254740993,"quantity":1,"status":"pending"}]',
};
const lookup = (id: string, body: string): ExchangeInit => ({ path: `/pets/${id}`, body });
const linksIn = (...told: ExchangeInit[]) =>
  Object.fromEntries(findPetLinks(gatherEvidence(recorded(...told), settings).readings));

it('finds where pets repeat their records, at any depth', () => {
  const pet = (id: string, stock: number, state: string) =>
    lookup(id, `{"data":[{"ref":"${id}","stock":${stock},"state":"${state}","legs":4}],"took":3}`);
  expect(linksIn(list, pet('7', 3, 'SOLD'), pet('9007199254740993', 1, 'PENDING'))).toEqual({
    '/data/0/ref': 'petId',
    '/data/0/stock': 'quantity',
    '/data/0/state': 'STATUS',
  });
});

it('follows updates', () => {
  const update = { method: 'PATCH', path: '/inventory/7', sends: '{"quantity":8}' };
  const updated = { ...update, body: '{"petId":7,"quantity":8,"status":"sold"}' };
  expect(linksIn(list, lookup('7', '{"left":3}'), updated, lookup('7', '{"left":8}'))).toEqual({ '/left': 'quantity' });
});

it('finds nothing that agrees once, or with one value only', () => {
  expect(linksIn(list, lookup('7', '{"id":7}'), lookup('7', '{"id":7}'))).toEqual({});
  expect(linksIn(list, lookup('7', '{"legs":3}'), lookup('9007199254740993', '{"legs":3}'))).toEqual({});
});
