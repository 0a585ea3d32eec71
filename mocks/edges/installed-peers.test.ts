import { expect, test } from 'vitest';
import { requireMsw, requireVitest } from './installed-peers.js';

test('msw 3 on a Node that it does not support is rejected with the command that helps', () => {
  expect(() => requireMsw({ version: '3.0.5', engines: { node: '>=22.12.0' } }, '20.20.2')).toThrow(
    'Loading the fake for Node: msw 3.0.5 needs Node 22.12.0 or newer, and this is Node 20.20.2. ' +
      'Run: npm install --save-dev msw@2 (with pnpm: pnpm add -D msw@2)',
  );
});

test.each([
  ['2.12.0', '>=18', '20.19.0'],
  ['3.0.5', '>=22.12.0', '22.12.0'],
  ['3.0.5', '>=22.12.0', '24.1.0'],
  ['4.0.0-beta.1', '^22.12 || >=24', '20.19.0'],
])('msw %s, which asks for Node %s, is accepted on Node %s', (version, node, running) => {
  expect(() => requireMsw({ version, engines: { node } }, running)).not.toThrow();
});

test.each(['1.3.5', '2.11.6'])('msw %s is too old', (version) => {
  expect(() => requireMsw({ version })).toThrow(`msw ${version} is installed, and 2.12 or newer is needed. Run: npm`);
});

test.each(['1.6.1', '3.1.4'])('vitest %s is too old', (version) => {
  expect(() => requireVitest({ version })).toThrow(
    `Loading petstore-mock/vitest: vitest ${version} is installed, and 3.2 or newer is needed. ` +
      'Run: npm install --save-dev vitest@4 (with pnpm: pnpm add -D vitest@4)',
  );
});

test.each(['3.2.0', '4.1.12', '5.0.0-beta.3'])('vitest %s is accepted', (version) => {
  expect(() => requireVitest({ version })).not.toThrow();
});

test('the peers of this repository are accepted', () => {
  expect(() => [requireMsw(), requireVitest()]).not.toThrow();
});
