import { createColors } from 'picocolors';
import { expect, test } from 'vitest';
import { settings as judged, recorded } from '../../../tests/recorded.js';
import { parseHeader } from '../target.js';
import { readCheckSettings } from './check-options.js';
import { chooseRules, ruleList } from './chosen-rules.js';
import { repeatCommand } from './repeat-command.js';

const idsOf = (...patterns: string[]) => chooseRules(patterns, 'write').judged.rules.map(({ id }) => id);

test('chooses rules by id and by pattern, in the order of the catalogue, each once', () => {
  expect(idsOf('limits/plan', 'auth/required/*Inventory', 'limits/plan')).toEqual([
    'auth/required/listInventory',
    'auth/required/updateInventory',
    'limits/plan',
  ]);
});

test.each([
  [
    'update/reject/string',
    /^Reading --rule: no rule has the id "update\/reject\/string"\. Try --rule 'update\/rejects\/string'/,
  ],
  ['updates/*', /Try --rule 'update\/\*'; petstore-mock check --list lists all$/],
  ['zzz', /Try --rule 'limits\/plan' or --rule 'update\/\*'/],
])('explains that %s is no rule', (pattern, message) => {
  expect(() => idsOf('limits/plan', pattern)).toThrow(message);
});

test('--history compares whole runs, so it takes no --rule', () => {
  expect(() => readCheckSettings('https://a.test/v1', { history: 'runs', rule: ['limits/plan'] })).toThrow(
    'Reading --rule: --history compares whole runs. Leave out --rule or --history',
  );
});

test('lists rules with tabs, and in columns on a terminal', () => {
  const { rules } = chooseRules(['limits/pl*', 'update/rejects/null'], 'read').judged;
  expect(ruleList(rules, undefined)).toBe(
    'update/rejects/null\tAn update with null as quantity is rejected with 400\t§4.2\twrite\t0.2\n' +
      'limits/plan\tLimit is one of the two limits of the key’s plan\t§8\tpassive\t0.2\n'.replace('§8', section()),
  );
  const lines = ruleList(rules, { colors: createColors(false), width: 40 }).split('\n');
  expect(lines[0]?.indexOf('§')).toBe(lines[3]?.indexOf('§'));
  expect(lines[1]).toBe('  An update with null as quantity is');
});

const section = () => /§[\d.]+/.exec(ruleList(chooseRules(['limits/plan'], 'read').judged.rules, undefined))?.[0] ?? '';

/** The command that repeats a rule after an update of pet 7. */
function commandOf(flags: Parameters<typeof readCheckSettings>[1], isExclusive = false): string {
  const sent = recorded({ body: [] }, { method: 'PATCH', path: '/inventory/7', sends: '{"quantity":null}' });
  const run = { ...judged, level: 'write', petId: '7', seed: 3, stopped: undefined, isExclusive } as const;
  const shown = { rule: 'update/rejects/null', exchanges: [1, 2], transcript: { ...sent, run } };
  const given = readCheckSettings('https://a.test/v1', flags);
  return repeatCommand(
    { ...shown, settings: { ...judged, baseUrl: 'https://a.test/v1', level: 'write', isExclusive } },
    given,
  );
}

test('the command that repeats a rule has what matters, quoted, and no value of a header', () => {
  const flags = { headers: [['X-Tenant', 'secret-9']], ca: 'my ca.pem', reserve: 0.3, plan: 'free' } as const;
  expect(commandOf(flags)).toBe(
    "petstore-mock check https://a.test/v1 --rule update/rejects/null --plan free --seed 3 --level write --pet-id 7 --reserve '30%' --ca 'my ca.pem' --header 'X-Tenant: …'",
  );
  expect(() => parseHeader('X-Tenant: …', '--header')).toThrow(
    '… stands for the value, which may be a secret: write it out',
  );
});

test('it names no pet where nobody else writes: the run writes to several', () => {
  expect(commandOf({ isExclusive: true }, true)).toBe(
    'petstore-mock check https://a.test/v1 --rule update/rejects/null --seed 3 --level write --exclusive',
  );
});

test('for a recording it names the file', () => {
  expect(commandOf({ from: 'a run.har', plan: 'pro' })).toBe(
    "petstore-mock check https://a.test/v1 --from 'a run.har' --rule update/rejects/null --plan pro",
  );
});
