// Long: every command reports an unfinished recording once.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UNFINISHED, writeHar } from '../../src/exchange/write-har.js';
import { recorded } from '../recorded.js';
import { temporaryFolder } from '../temporary-file.js';
import { runCheck } from './running-check.js';
import { runCompare } from './running-compare.js';
import { runLearn } from './running-learn.js';

const BASE_URL = 'https://api.example.test/v1';

/** Two recordings of a proxy: one that it ended, and one that it was killed in the middle of. */
async function twoRecordings() {
  const folder = await temporaryFolder();
  const [ended, killed] = [join(folder, 'ended.har'), join(folder, 'killed.har')];
  const { exchanges } = recorded({}, { path: '/pets/7', body: { id: 7 } });
  const text = writeHar(
    { exchanges, baseUrl: BASE_URL, run: undefined },
    { name: 'petstore-mock proxy', version: '1' },
  );
  const end = text.lastIndexOf(']') + 1;
  await writeFile(ended, text);
  await writeFile(killed, `${text.slice(0, end)}${UNFINISHED}${text.slice(end)}`);
  return { ended, killed };
}

const commands = {
  check: (...files: string[]) => runCheck(files.flatMap((file) => ['--from', file])),
  learn: (...files: string[]) => runLearn([...files.flatMap((file) => ['--from', file]), '--output', '-'], {}),
  compare: (...files: [string, string]) => runCompare(files),
};

test.each(Object.entries(commands))('%s reports an unfinished recording once', async (_name, run) => {
  const { ended, killed } = await twoRecordings();
  const { stderr } = await run(ended, killed);
  const told = `petstore-mock: ${killed}: the recording is unfinished. Unless its proxy is still running, it may contain an API key`;
  expect(stderr.split(told)).toHaveLength(2);
  expect(stderr).not.toContain(`${ended}: not ended`);
});
