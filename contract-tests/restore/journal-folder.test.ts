import { expect, test } from 'vitest';
import { defaultJournalFolder } from './journal-folder.js';

test.each([
  ['linux', {}, '/home/ann', '/home/ann/.local/state/petstore-mock/restore'],
  ['linux', { XDG_STATE_HOME: '/state' }, '/home/ann', '/state/petstore-mock/restore'],
  ['linux', { XDG_STATE_HOME: 'state' }, '/home/ann', '/home/ann/.local/state/petstore-mock/restore'],
  ['darwin', { XDG_STATE_HOME: '' }, '/Users/ann', '/Users/ann/.local/state/petstore-mock/restore'],
  ['win32', { LOCALAPPDATA: 'D:\\App' }, 'C:\\Users\\ann', 'D:\\App\\petstore-mock\\restore'],
  ['win32', {}, 'C:\\Users\\ann', 'C:\\Users\\ann\\AppData\\Local\\petstore-mock\\restore'],
] as const)('on %s with %j', (platform, variables, home, expected) => {
  expect(defaultJournalFolder(variables, platform, home)).toBe(expected);
});
