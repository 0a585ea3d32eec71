import { expect, test } from 'vitest';
import { parseKeyFile, parseKeys } from './api-keys.js';

test('reads keys with their plans', () => {
  expect([...parseKeys(['team_a:pro', 'a.b/c+d==:free'], '--key', '--key my_key:pro')]).toEqual([
    ['team_a', 'pro'],
    ['a.b/c+d==', 'free'],
  ]);
});

test.each([
  ['s3cret', 'it names no plan'],
  ['s3cret:', 'it names no plan'],
  ['s3cret:gold', 'there is no such plan'],
  ['pro:s3cret', 'there is no such plan'],
  ['s3 cret:pro', 'a bearer token cannot be written so'],
  [':pro', 'a bearer token cannot be written so'],
])('refuses %s without showing it', (text, problem) => {
  const parse = () => parseKeys(['team_a:pro', text], '--key', '--key my_key:pro');
  expect(parse).toThrow(`Reading key 2 of --key: ${problem}. Try --key my_key:pro. Plans: free, pro,`);
  expect(parse).not.toThrow('cret');
});

test('reads a key file, its comments and empty lines aside', () => {
  const text = '# the team\nteam_a:pro   # until May\r\n\n  team_b:business\n';
  expect([...parseKeyFile(text, 'keys.txt')]).toEqual([
    ['team_a', 'pro'],
    ['team_b', 'business'],
  ]);
});

test('names the line of a key file that it cannot read', () => {
  expect(() => parseKeyFile('\n# x\ns3cret\n', 'keys.txt')).toThrow('Reading line 3 of keys.txt: it names no plan');
});
