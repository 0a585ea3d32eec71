import { createColors } from 'picocolors';
import { expect, test } from 'vitest';
import { profileOf } from '../../fidelity/profile/profile-for-tests.js';
import { type BannerFacts, bannerText } from './serve-command.js';
import { describeProfile } from './serve-files.js';

const plain = createColors(false);

const facts: BannerFacts = {
  version: '1.2.3',
  url: 'http://127.0.0.1:4290/v1',
  keys: [
    { name: 'test_free', plan: 'free' },
    { name: 'key#6', plan: 'pro' },
  ],
  stock: { pets: 100, seed: 1, fixture: undefined },
  keyToTry: 'test_free',
  profile: undefined,
  handlers: undefined,
  fromState: undefined,
  state: undefined,
  store: undefined,
  tls: undefined,
  host: '127.0.0.1',
  controlRoom: 'open',
  controlRoomUrl: 'http://127.0.0.1:4290/__admin/ui',
  adminUrl: 'http://127.0.0.1:4290/__admin',
  adminToken: 'f00d',
};

test('shows a newcomer what to do', () => {
  expect(bannerText(facts, plain)).toBe(`
  petstore-mock 1.2.3

  URL    http://127.0.0.1:4290/v1
  Try    curl -H 'Authorization: Bearer test_free' http://127.0.0.1:4290/v1/inventory
  Keys   test_free (free)  key#6 (pro)
  Stock  100 pets (seed 1)

  Control room
  http://127.0.0.1:4290/__admin/ui#token=f00d

`);
});

test('names the profile that is imitated', () => {
  const profile = 'learned from https://api.example.com/v1';
  const text = bannerText({ ...facts, profile, keyToTry: 'test_pro' }, plain);
  expect(text).toContain('\n  Profile  learned from https://api.example.com/v1\n');
  expect(text).toContain("-H 'Authorization: Bearer test_pro' ");
});

test('names the files of the user', () => {
  const text = bannerText(
    {
      ...facts,
      stock: { pets: 1, seed: 7, fixture: 'store.json' },
      handlers: { file: 'h.mjs', count: 2 },
      adminToken: undefined,
    },
    plain,
  );
  expect(text).toContain('  Stock     1 pet (store.json, seed 7)\n');
  expect(text).toContain('  Handlers  2 (h.mjs)\n');
  expect(text).toContain('\n  Control room\n  http://127.0.0.1:4290/__admin/ui (with your token)\n');
});

test('quotes an address that contains shell patterns', () => {
  expect(bannerText({ ...facts, url: 'http://[::1]:4290/v1' }, plain)).toContain(" 'http://[::1]:4290/v1/inventory'\n");
});

test('shows how to trust a self-signed certificate', () => {
  const tls = { file: '/my certs/c.pem', isSelfSigned: true, validUntil: '2027-12-01' };
  const text = bannerText({ ...facts, tls }, plain);
  expect(text).toContain('  TLS    /my certs/c.pem (until 2027-12-01)\n');
  expect(text).toContain("curl --cacert '/my certs/c.pem' -H");
  expect(bannerText({ ...facts, tls: { ...tls, isSelfSigned: false } }, plain)).toContain('curl -H');
});

test('fits the whole address of the control room into a terminal of 80 columns', () => {
  const lines = bannerText({ ...facts, adminToken: 'f'.repeat(32) }, plain).split('\n');
  expect(lines.find((line) => line.includes('#token='))?.length).toBeLessThanOrEqual(80);
});

test('reports why the control room is off for other machines, and how to turn it on', () => {
  const text = bannerText({ ...facts, host: '0.0.0.0', controlRoom: 'without-token' }, plain);
  expect(text).toContain('\n  off: other machines can connect to 0.0.0.0. To turn it on, add --admin-token <token>\n');
});

test('omits a control room that the user turned off', () => {
  expect(bannerText({ ...facts, controlRoom: 'left-out', adminToken: undefined }, plain)).not.toMatch(/admin|Control/);
});

const profile = profileOf({});
test('distinguishes a recording from a run', () => {
  const source = { ...profile.source, kind: 'recording' } as const;
  expect(describeProfile({ ...profile, source })).toContain('learned from a recording of https://');
});
