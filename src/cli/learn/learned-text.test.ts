import { createColors } from 'picocolors';
import { expect, it } from 'vitest';
import { type ExchangeInit, noKey, recorded, settings, wrongKey } from '../../../tests/recorded.js';
import { learnProfile } from '../../fidelity/learn/learn-profile.js';
import { learnedText } from './learn-command.js';

const rejected: ExchangeInit = { status: 401, credential: noKey };
const pet: ExchangeInit = {
  path: '/pets/7',
  body: { id: 7, name: 'Rex\u001b[2J', '\u001b[31m': 1 },
  headers: { 'X-A\u009b': '1' },
};

function text(told: readonly ExchangeInit[], more: Partial<Parameters<typeof learnedText>[1]> = {}) {
  const profile = learnProfile(recorded(...told), { ...settings, level: 'read' }, { learnedAtMs: 0, kind: 'run' });
  return learnedText(profile, {
    file: 'shop profile.json',
    leftBehind: undefined,
    colors: createColors(false),
    width: 80,
    ...more,
  });
}

it('fits 80 columns, except commands to copy', () => {
  const lines = text([{}, rejected, rejected, pet]).split('\n');
  expect(lines.filter((line) => line.length > 79 && !/petstore-mock (?:serve|compare)/.test(line))).toEqual([]);
});

it.each([40, 50, 60, 72, 100])('fits a terminal of %i columns', (width) => {
  const lines = text([{}, rejected, rejected, pet], { width }).split('\n');
  expect(lines.filter((line) => line.length >= width && !/petstore-mock (?:serve|compare)/.test(line))).toEqual([]);
  expect(lines.filter((line) => /^\s*(?:certain|likely)$/.test(line))).toEqual([]);
  expect(lines.filter((line) => /^ {2}www-authenticate(?:$| +certain {2}\S)/.test(line))).toHaveLength(1);
});

it('lists choices with their confidence, and counts what was not observed by what it takes', () => {
  const other = { kind: 'misplaced', name: 'key#1', where: 'basic' } as const;
  const told = text([rejected, { ...rejected, credential: wrongKey }, { ...rejected, credential: other }, pet]);
  expect(told).toMatch(/^ {2}www-authenticate +certain {2}none$/m);
  expect(told).toMatch(/^Not observed\n(?: {2}.*\n)* {2}4 {3}needs --level write\n(?: {2}.*\n)* {2}5 {3}no run can/m);
});

it('ends with the commands that use the profile', () => {
  expect(text([{}])).toMatch(
    /Use it +petstore-mock serve --profile 'shop profile\.json'\n +petstore-mock compare 'shop profile\.json' https:\/\/api\.example\.test\/v1\n$/,
  );
});

it('lists violations in one line, and what was not restored', () => {
  const told = text([{ status: 500 }], { leftBehind: 'put it back with: petstore-mock restore' });
  expect(told).toMatch(/^Violations +.*status\/documented/m);
  expect(told).toContain('Left behind  put it back with: petstore-mock restore\n');
});

it('removes control characters of a service', () => {
  const printed = text([pet, pet], { colors: createColors(false) });
  expect([...printed].filter((char) => char !== '\n' && /\p{Cc}/u.test(char))).toEqual([]);
});

it('a service cannot control a CI system', () => {
  const body = { code: 'no', message: '##[error]x', status: 401 };
  const told = text([
    { ...rejected, body },
    { ...rejected, body, path: '/store/orders' },
  ]);
  expect(told).toContain('# #[error]x');
});

it('says of a dead port only why nothing was learned', () => {
  const stopped = 'two requests in a row got no response: 127.0.0.1:1 refused the connection';
  const told = recorded({ status: null }, { status: null });
  const learned = learnProfile(told, { ...settings, level: 'read' }, { learnedAtMs: 0, kind: 'run' });
  const profile = { ...learned, source: { ...learned.source, stopped } };
  const look = { colors: createColors(false), width: 200 };
  expect(learnedText(profile, { file: undefined, leftBehind: undefined, ...look })).toBe(
    `Learned nothing from\n  https://api.example.test/v1 (level read, 2 exchanges)\n\nStopped      ${stopped}\nProfile      not written\n`,
  );
});

it('reports only that nothing was learned if there was no response', () => {
  expect(text([{ status: null }], { file: undefined })).toBe(
    `Learned nothing from
  https://api.example.test/v1 (level read, 1 exchange)

Profile      not written
`,
  );
});

it('marks a partly observed choice, and names its unknown members', () => {
  const told = (message: string, credential: ExchangeInit['credential'] = noKey): ExchangeInit => ({
    status: 401,
    credential,
    body: { code: 'no', message, status: 401 },
  });
  const printed = text([
    told('Send a key.'),
    { ...told('Send a key.'), path: '/store/orders' },
    told('Key 4711 is wrong.', wrongKey),
  ]);
  expect(printed).toMatch(/^ {2}error-codes +certain +unauthorized: no; /m);
  expect(printed).toMatch(/^ {2}error-messages +partly +key-missing: Send a key\.; (?:.*\n)+? +.*unknown: key-wrong$/m);
});

it('shows no default among observed choices', () => {
  const spend = (remaining: number, status = 200): ExchangeInit => ({
    status,
    headers: { 'X-RateLimit-Remaining': String(remaining) },
  });
  expect(text([spend(59), spend(59, 400), spend(58)])).toMatch(
    /^ {2}refused-requests-count +\w+ +400: false; 2 more at/m,
  );
  const told = text([spend(59), spend(58, 400), spend(57)]);
  expect(told).not.toContain('refused-requests-count');
  expect(told).toMatch(/^ {2}\d more are at the default$/m);
});
