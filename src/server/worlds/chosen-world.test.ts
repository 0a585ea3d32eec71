import { expect, test } from 'vitest';
import { explainNoWorld, worldsNamedIn } from './chosen-world.js';

test.each([
  ['no header', [], []],
  ['its own header', [['x-petstore-world', ' w3 ']], ['w3']],
  ['a header that a proxy joined', [['x-petstore-world', 'w3, w3']], ['w3']],
  ['an empty header', [['x-petstore-world', '']], ['']],
  ['baggage', [['baggage', 'petstore-world=w3']], ['w3']],
  ['baggage with spaces', [['baggage', 'userId=alice , petstore-world = w3 ; ttl=1;petstore-world=w4']], ['w3']],
  ['baggage that is percent-encoded', [['baggage', 'petstore-world=%77%33']], ['w3']],
  ['baggage that is badly encoded', [['baggage', 'petstore-world=%zz']], [undefined]],
  ['baggage without a value', [['baggage', 'petstore-world']], ['']],
  ['other baggage', [['baggage', 'my-petstore-world=w3,petstore-worlds=w4,a=petstore-world']], []],
  [
    'several headers',
    [
      ['baggage', 'petstore-world=w3'],
      ['baggage', 'petstore-world=w4'],
      ['x-petstore-world', 'w3'],
    ],
    ['w3', 'w4'],
  ],
] as const)('finds the worlds in %s', (_, headers, expected) => {
  expect([...worldsNamedIn(headers)]).toEqual(expected);
});

test('explains what to send, and quotes ids of worlds only', () => {
  const explain = (...names: (string | undefined)[]) => explainNoWorld(new Set(names));
  const remedy = 'Open one with POST /__admin/keys {"isolated": true}.';
  expect(explain('w9')).toBe(`The world w9 does not exist (any more) on this server. ${remedy}`);
  expect(explain('s3cret')).toBe(`The header names no world: ids are w1, w2 and so on, and shared. ${remedy}`);
  for (const empty of ['', undefined])
    expect(explain(empty)).toMatch(/^The header names no world. Send an id such as w1/);
  expect(explain('w1', 'w2')).toBe('X-Petstore-World and baggage name 2 worlds. Name one.');
});
