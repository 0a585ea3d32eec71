import { expect, it } from 'vitest';
import { isUnfinishedRecording, UNFINISHED } from './unfinished-recording.js';

const text = `{ "log": { "entries": []${UNFINISHED} } }`;

it('knows a recording that was not ended, laid out as it was or anew', () => {
  expect(isUnfinishedRecording(text)).toBe(true);
  expect(isUnfinishedRecording(JSON.stringify(JSON.parse(text), null, 8))).toBe(true);
});

it('takes no other for one', () => {
  expect(isUnfinishedRecording('')).toBe(false);
  expect(
    isUnfinishedRecording(`{ "log": { "entries": [], "quoted": ${JSON.stringify(text)}${' '.repeat(400)} } }`),
  ).toBe(false);
});
