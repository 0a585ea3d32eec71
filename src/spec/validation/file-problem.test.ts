import { expect, it } from 'vitest';
import { whyNotRead, whyNotWritten } from './file-problem.js';

const failure = (code: string) => Object.assign(new Error(`${code}: so it is, open '/home/me/x'`), { code });

it('names what is missing: the folder of a file to be written', () => {
  expect(whyNotRead(failure('ENOENT'))).toBe('the file does not exist');
  expect(whyNotWritten(failure('ENOENT'))).toBe('the folder does not exist');
});

it('repeats no path where it knows no better than the system', () => {
  expect(whyNotWritten(failure('EBUSY'))).toBe('the system reports EBUSY');
});
