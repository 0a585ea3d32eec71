import { expect, test } from 'vitest';
import { tokenIn } from './control-room.js';

test.each([
  ['adm_123', 'adm_123'],
  [' adm_123\n', 'adm_123'],
  ['http://127.0.0.1:4010/__admin/ui#token=adm_123', 'adm_123'],
  ['#token=adm_123', 'adm_123'],
  ['http://127.0.0.1:4010/__admin/ui#token=a%2Bb', 'a+b'],
  ['a+b=', 'a+b='],
  ['http://127.0.0.1:4010/__admin/ui#token=', 'http://127.0.0.1:4010/__admin/ui#token='],
  ['', ''],
])('%j holds the token %j', (pasted, token) => {
  expect(tokenIn(pasted)).toBe(token);
});
