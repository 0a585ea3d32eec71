import { expect, test } from 'vitest';
import { ask as askService } from '../../../../tests/ask.js';
import type { BehaviourList } from '../../../admin/schemas/world.js';
import { openQuestions, questionIds } from '../../../spec/open-questions.js';
import { openAdmin } from '../admin-for-tests.js';

test('every open question is listed with what may be chosen', async () => {
  const { items } = (await openAdmin().ask<BehaviourList>('GET /behaviour')).json;
  expect(items.map(({ id }) => id)).toEqual(questionIds);
  const { section, question, choices, schema } = openQuestions['ban-threshold'];
  expect(items.find(({ id }) => id === 'ban-threshold')).toEqual({
    id: 'ban-threshold',
    section,
    question,
    choices,
    schema,
    default: openQuestions['ban-threshold'].default,
    answer: openQuestions['ban-threshold'].default,
  });
});

test('a client sees an answer that was changed', async () => {
  const { ask, world } = openAdmin();
  const { items } = (await ask<BehaviourList>('PATCH /behaviour', { body: { 'body-limit': 1e2 } })).json;
  expect(items.find(({ id }) => id === 'body-limit')?.answer).toBe(100);
  expect(askService(world, 'PATCH', '/inventory/1', { body: 'too-large'.repeat(20) }).status).toBe(413);
});

test('numbers of example records stay as they were written', async () => {
  const { ask } = openAdmin();
  const body = '{"pet-shape":{"records":[{"price":1.50,"chip":9007199254740993}]}}';
  const { status, body: text } = await ask('PATCH /behaviour', { body });
  expect(status).toBe(200);
  expect(text).toContain('"answer":{"records":[{"price":1.50,"chip":9007199254740993}]}');
  expect((await ask('GET /state')).body).toContain('"price":1.50');
});

test.each([
  ['{"ban-threshold":5,"ban-status":200}', '/ban-status'],
  ['{"ban-treshold":5}', 'ban-threshold'],
  ['{"ban-threshold":0}', 'Try {"ban-threshold": '],
  ['{}', 'Try {"ban-threshold":5}'],
])('%s is refused, and no answer is changed', async (body, message) => {
  const { ask } = openAdmin();
  const before = (await ask('GET /behaviour')).json;
  const { status, json } = await ask('PATCH /behaviour', { body });
  expect({ status, json }).toMatchObject({ status: 400, json: { message: expect.stringContaining(message) } });
  expect((await ask('GET /behaviour')).json).toEqual(before);
});
