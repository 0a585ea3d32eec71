import { expect, it } from 'vitest';
import { whyNotRead, whyNotWritten } from './file-problem.js';

const failure = (code: string) => Object.assign(new Error(`${code}: so it is, open '/home/me/x'`), { code });

it('names the missing folder of a new file', () => {
  expect(whyNotRead(failure('ENOENT'))).toBe('the file does not exist');
  expect(whyNotWritten(failure('ENOENT'))).toBe('the folder does not exist');
});

it('does not repeat the path of an unknown system error', () => {
  expect(whyNotWritten(failure('ENXIO'))).toBe('the system reports ENXIO');
});
