import { expect, it, test } from 'vitest';
import { type ExchangeInit, noKey, recorded, settings } from '../../../tests/recorded.js';
import { list } from '../../../tests/stock-exchanges.js';
import { isJsonObject } from '../../json/json.js';
import { openObject } from '../../json/schema-builders.js';
import { updateInventory } from '../../service/operations/update-inventory.js';
import { petstoreFrame, petstoreOperations } from '../../service/petstore.js';
import { defineService, type OperationEntry } from '../../service/service.js';
import { gatherEvidence, judgeEvidence } from '../judge.js';
import type { JudgedService } from '../rule.js';
import { defineJudge, petstoreJudge, rules } from './index.js';
import { updateRules } from './update-inventory.js';

const removeFromStock = {
  id: 'removeFromStock',
  area: 'Inventory',
  method: 'DELETE',
  path: '/inventory/{petId}',
  section: '4.2',
  statement: 'remove.answers-204',
  summary: 'Removes a pet from the stock',
  success: '204',
  responses: {
    204: { schema: undefined, description: 'It is removed' },
    404: { schema: 'Error', description: 'The requested resource could not be found' },
  },
} as const satisfies OperationEntry;

const six = defineJudge(defineService(petstoreFrame, [...petstoreOperations, removeFromStock]), {
  ...petstoreJudge.operations,
  removeFromStock: { rules: [] },
});

function violated(judged: JudgedService, ...told: readonly ExchangeInit[]): string[] {
  const verdicts = judgeEvidence(gatherEvidence(recorded(...told), { ...settings, judged }));
  return verdicts.filter(({ outcome }) => outcome === 'violation').map(({ rule }) => rule.id);
}

const remove = (told: ExchangeInit): ExchangeInit => ({ method: 'DELETE', path: '/inventory/7', body: '', ...told });
const removed = remove({ status: 204 });

test.each<[string, ...ExchangeInit[]]>([
  ['that it removed a pet', removed],
  ['that there is no such pet', remove({ status: 404, body: undefined })],
  ['401 without a key', remove({ credential: noKey, status: 401, body: undefined })],
  ['429', remove({ status: 429, body: undefined, headers: { 'Retry-After': '30' } })],
  [
    '404 without a key, since the pet may be gone',
    removed,
    remove({ credential: noKey, status: 404, body: undefined }),
  ],
  ['400 to an id that is no integer', remove({ path: '/inventory/x', status: 400, body: undefined })],
  ['that it removed a pet, which no list shows then', list(), removed, list({ 7: null })],
])('the rules of no operation accept of a sixth operation %s', (_what, ...told) => {
  expect(violated(six, ...told)).toEqual([]);
});

test.each<[string, string[], ...ExchangeInit[]]>([
  ['a success without a key', ['auth/required/removeFromStock'], remove({ credential: noKey, status: 204 })],
  [
    '404 without a key to what is accepted with one afterwards',
    ['auth/required/removeFromStock'],
    remove({ credential: noKey, status: 404, body: undefined }),
    removed,
  ],
  ['another status of success', ['status/documented'], remove({ status: 200, body: {} })],
  ['a 5xx', ['status/documented'], remove({ status: 500, body: undefined })],
  ['a body where there is none', ['body/json'], remove({ status: 204, body: {} })],
  ['an error of another shape', ['errors/shape'], remove({ status: 404, body: { error: 'none' } })],
  [
    'no rate-limit headers',
    ['limits/headers-present'],
    remove({ status: 204, headers: { 'X-RateLimit-Limit': undefined } }),
  ],
])('the rules of no operation find in a sixth operation %s', (_what, expected, ...told) => {
  expect(violated(six, ...told)).toEqual(expected);
});

it('keeps the order of the catalogue, and the rules of one area together', () => {
  const areas = six.rules.map(({ id }) => id.split('/')[0]);
  expect(areas.filter((area, index) => area !== areas[index - 1])).toEqual([...new Set(areas)]);
  expect(six.rules.filter(({ id }) => id !== 'auth/required/removeFromStock').map(({ id }) => id)).toEqual(
    rules.map(({ id }) => id),
  );
});

const nested = defineJudge(
  defineService(
    petstoreFrame,
    petstoreOperations.map((entry) =>
      entry === updateInventory
        ? {
            ...updateInventory,
            requestExample: { stock: { quantity: 12 } },
            schemas: { InventoryUpdate: openObject({ stock: openObject({ quantity: { type: 'integer' } }) }) },
          }
        : entry,
    ),
  ),
  {
    ...petstoreJudge.operations,
    updateInventory: updateRules(({ stock }) => (isJsonObject(stock) ? stock.quantity : undefined)),
  },
);

const update = (sends: string, told: ExchangeInit = {}): ExchangeInit => ({
  method: 'PATCH',
  path: '/inventory/7',
  sends,
  body: { petId: 7, quantity: 3, status: 'available' },
  ...told,
});

test.each<[string, string[], ...ExchangeInit[]]>([
  ['accept a conformant service', [], list(), update('{"stock":{"quantity":3}}'), list({ 7: 3 })],
  ['find that it is not stored', ['update/stored'], list(), update('{"stock":{"quantity":3}}'), list()],
  ['find that the old form is accepted', ['update/rejects/missing'], list(), update('{"quantity":3}')],
  ['find that a text is accepted', ['update/rejects/string'], list(), update('{"stock":{"quantity":"3"}}')],
])('the rules of an update of another form %s', (_what, expected, ...told) => {
  expect(violated(nested, ...told)).toEqual(expected);
});
