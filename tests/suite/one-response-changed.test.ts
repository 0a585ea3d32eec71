import { expect, onTestFinished, test } from 'vitest';
import { readCheckSettings } from '../../src/cli/check/check-settings.js';
import { gatherProfile } from '../../src/cli/learn/gather-profile.js';
import type { Level } from '../../src/exchange/transcript.js';
import { compareProfiles } from '../../src/fidelity/compare/compare-profiles.js';
import type { Behaviour } from '../../src/spec/behaviour.js';
import type { QuestionId } from '../../src/spec/open-questions.js';
import { serveFake } from '../serve-fake.js';
import { temporaryFolder } from '../temporary-file.js';
import { terminalIn } from './running-command.js';

type Changed = { readonly [Id in QuestionId]?: Behaviour[Id] };

/** Learns a fake with this behaviour. */
async function learn(level: Level, behaviour: Changed) {
  const fake = await serveFake({ behaviour });
  onTestFinished(() => fake.close());
  const folder = await temporaryFolder();
  const { terminal } = terminalIn(folder, { PETSTORE_API_KEY: 'test_business' });
  const settings = readCheckSettings(fake.server.url, { level, seed: 1, messagesUrl: fake.server.url });
  const request = { target: undefined, flags: {}, version: '0.0.0', confirm: undefined };
  const { profile } = await gatherProfile(settings, { ...request, signal: new AbortController().signal }, terminal);
  return { name: level, profile };
}

type Learned = ReturnType<typeof learn>;
const defaults = new Map<Level, Learned>();

/** Learns the fake with its default behaviour, once per level. */
function learnDefaults(level: Level): Learned {
  const learned = defaults.get(level) ?? learn(level, {});
  defaults.set(level, learned);
  return learned;
}

async function differences(level: Level, behaviour: Changed) {
  const [usual, changed] = [await learnDefaults(level), await learn(level, behaviour)];
  return compareProfiles(usual, changed, ['latency']).differences.map(({ path }) => path);
}

/** Returns the questions, each once. Another status has another code and another message, which follow from it. */
function questionsIn(paths: readonly string[]): string[] {
  const questions = paths.map((path) => /^question\/([^/]+)/.exec(path)?.[1] ?? path);
  const all = [...new Set(questions)];
  return all.filter((id) => all.length === 1 || !/^error-(?:codes|messages)$/.test(id));
}

test.each<Changed>([
  { 'error-codes': { unauthorized: 'NO' } },
  { 'error-codes': { 'key-missing': 'NO_KEY' } },
  { 'error-messages': { 'pet-unknown': 'There is nobody called {petId}.' } },
  { 'pet-shape': { records: [{ id: 1, title: 'Rex' }], fromStock: { id: 'petId' } } },
  { 'order-shape': { records: [{ id: 1, total: 2.5 }] } },
  { 'order-shape': { records: [{ id: 1, total: 2.5 }], envelope: { field: 'orders' } } },
  { 'deprecation-headers': 'none' },
  { 'deprecation-headers': { Sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' } },
  { 'sunset-date': { deprecatedSince: '2026-06-30', sunset: '2028-01-01' } },
  { 'unknown-method': 404 },
  { 'www-authenticate': 'none' },
  { 'list-order': 'descending' },
])('one changed choice is the only difference at level read: %j', async (behaviour) => {
  expect(questionsIn(await differences('read', behaviour))).toEqual(Object.keys(behaviour));
});

test.each<Changed>([
  { 'malformed-pet-id': 404 },
  { 'update-content-type': 415 },
  { 'extra-body-fields': 'refused' },
  { 'quantity-range': { minimum: 0, maximum: 1_000_000 } },
  { 'message-success-status': 201 },
])('one changed choice is the only difference at level write: %j', async (behaviour) => {
  expect(questionsIn(await differences('write', behaviour))).toEqual(Object.keys(behaviour));
});

test('messages without limits violate a rule at the base URL, where they are part of the same API', async () => {
  const found = questionsIn(await differences('write', { 'messages-rate-limited': false }));
  expect(found).toEqual(['rule/limits/headers-present', 'messages-rate-limited']);
});
