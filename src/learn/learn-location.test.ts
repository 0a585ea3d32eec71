import { expect, it } from 'vitest';
import { BASE_URL, recorded, settings, type Told } from '../../tests/recorded.js';
import { gatherEvidence } from '../judge/evidence.js';
import { learnAnswers } from './learn-answers.js';

const sent = (id: string, location?: string): Told => ({
  method: 'POST',
  path: '/messages',
  sends: '{"message":"Hello"}',
  status: 201,
  headers: { Location: location },
  body: { id, message: 'Hello', status: 'queued', createdAt: '2026-11-21T12:00:00Z' },
});
const learned = (...told: Told[]) =>
  learnAnswers(gatherEvidence(recorded(...told), settings), [])['sendMessage 201']?.headers;

it.each([
  ['{url}/{id}', (id: string) => `${BASE_URL}/messages/${id}`],
  ['{path}/{id}', (id: string) => `/v1/messages/${id}`],
  ['/v2/outbox/{id}', (id: string) => `/v2/outbox/${id}`],
  ['messages/{id}', (id: string) => `messages/${id}`],
  ['{id}', (id: string) => id],
])('learns that a new message lies at %s', (value, locationOf) => {
  const told = ['m-1', 'm-2'].map((id) => sent(id, locationOf(id)));
  expect(learned(...told)).toEqual([{ name: 'Location', kind: 'template', value }]);
});

it.each<[string, Told[]]>([
  ['elsewhere', [sent('m-1', 'https://mail.example.test/m-1')]],
  ['in another way each time', [sent('m-1', '/v1/messages/m-1'), sent('m-2', 'm-2')]],
  ['under another id', [sent('m-1', '/v1/messages/77')]],
  ['nowhere at times', [sent('m-1', '/v1/messages/m-1'), sent('m-2')]],
])('learns nothing where a new message lies %s', (_, told) => {
  expect(learned(...told)).toEqual([]);
});
