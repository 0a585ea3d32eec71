import { expect, it } from 'vitest';
import { recorded, settings } from '../../../tests/recorded.js';
import { list } from '../../../tests/stock-exchanges.js';
import { profileOf } from '../../fidelity/profile/profile-for-tests.js';
import { judgeTranscript } from '../check/judged-run.js';
import { assignOptions, learnSide } from './compare-command.js';

const BASE = 'https://staging.example.test/v1';
const array = { type: ['array'] } as const;
const context = { version: '0.0.0', confirm: async () => true, signal: new AbortController().signal };
const terminal = { stdout: { write: () => true }, stderr: { write: () => true }, folder: '.', variables: {} };
const usual = { key: 'a-key', plan: 'free', shareOf: undefined, context, terminal } as const;

it('empties the profile of a run that ended at a login page', async () => {
  const profile = await learned({ 'listInventory 200': { body: 'other' } }, 'was answered with a web page');
  expect([profile.responses, profile.questions]).toEqual([{}, {}]);
});

it.each([
  ['a wrong address', 'listInventory 404'],
  ['a rejected key', 'listInventory 401'],
] as const)('does not attribute the responses to %s to the service', async (_, place) => {
  const profile = await learned({ [place]: { body: { type: ['object'] } } }, 'check the base URL');
  expect([profile.responses, profile.questions, profile.limit.plan]).toEqual([{}, {}, null]);
});

it.each([
  ['a list, and was stopped later', array, 'interrupted'],
  ['no JSON, and continued', 'other', null],
] as const)('does not empty the profile of a deployment that returned %s', async (_, body, stopped) => {
  const profile = await learned({ 'listInventory 200': { body } }, stopped);
  expect(Object.keys(profile.responses)).toEqual(['listInventory 200']);
});

it('attributes nothing to the service during an outage, and reports what was received', async () => {
  const failed = { 'listInventory 401': {}, 'listInventory 503': {}, 'getPet 500': {}, 'other 404': {} };
  const profile = await learned(failed, null);
  expect([profile.responses, profile.questions]).toEqual([{}, {}]);
  expect(profile.source.stopped).toBe('the server failed every request (500 and 503)');
});

it('does not empty the profile of a deployment that fails at one operation', async () => {
  const profile = await learned({ 'listInventory 503': {}, 'listOrders 200': { body: array } }, null);
  expect(Object.keys(profile.responses)).toEqual(['listInventory 503', 'listOrders 200']);
});

it('contains how the service violates rules, with the exchange', async () => {
  const judged = judgeTranscript(recorded(list({}, 'AVAILABLE')), settings, terminal);
  const learn = async () => ({ ...judged, profile: profileOf({}) });
  const side = { kind: 'url', place: BASE, target: BASE } as const;
  const { violations } = await learnSide({ side, flags: {} }, { ...usual, learn });
  expect(violations?.get('body/json')).toEqual([]);
  expect(violations?.get('inventory/list-shape')?.[0]).toEqual({
    problem: 'status of an item must be one of available, pending, sold',
    expected: 'an item with petId (int64), quantity (integer) and status (available, pending or sold)',
    received: '"{\\"petId\\":7,\\"quantity\\":5,\\"status\\":\\"AVAILABLE\\"}"',
    pointer: '/0/status',
    exchange: '#1 GET /v1/inventory → 200',
  });
});

it.each([
  ['both are URLs', 'url', { clientCert: 'a.pem' }, { clientCert: 'b.pem' }],
  ['only the left is a URL', 'fake', { clientCert: 'a.pem' }, { clientCert: 'b.pem' }],
] as const)('shows the certificate for one side to that side alone: %s', (_, kind, ofLeft, ofRight) => {
  const side = (own: 'url' | 'fake') => ({ kind: own, place: BASE, target: BASE });
  const flags = { clientCert: 'a.pem', rightClientCert: 'b.pem', isInsecure: true };
  const [left, right] = assignOptions(flags, side('url'), side(kind));
  expect([left.flags, right.flags]).toMatchObject([ofLeft, ofRight]);
  const [, only] = assignOptions({ clientCert: 'a.pem' }, side('fake'), side('url'));
  expect(only.flags).toMatchObject({ clientCert: 'a.pem' });
});

async function learned(responses: NonNullable<Parameters<typeof profileOf>[0]['responses']>, stopped: string | null) {
  const profile = profileOf({ responses });
  const learn = async () => ({ profile: { ...profile, source: { ...profile.source, stopped } } });
  const side = { kind: 'url', place: BASE, target: BASE } as const;
  return (await learnSide({ side, flags: {} }, { ...usual, learn })).profile;
}
