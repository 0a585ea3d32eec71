import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../tests/temporary-file.js';
import { createBoundedRedactor } from '../../exchange/bounded-redactor.js';
import { readHar } from '../../exchange/read-har.js';
import { startHarFile } from './har-file.js';
import { isUnfinishedHar } from './har-layout.js';
import { createPrivateFile } from './private-file.js';

async function startRecording() {
  const file = join(await temporaryFolder(), 'traffic.har');
  const { handle } = await createPrivateFile(file, 'traffic.har', false);
  const har = await startHarFile(handle, {
    creator: { name: 'petstore-mock proxy', version: '1.2.3' },
    baseUrl: 'https://staging.example.test/v1',
    file,
    redactor: createBoundedRedactor(),
    onProblem: () => {},
    onUnclean: () => {},
  });
  return { file, har };
}

test('a recording says that it is unfinished until it is', async () => {
  const { file, har } = await startRecording();
  const before = readFileSync(file, 'utf8');
  expect(JSON.parse(before).log.comment).toContain('not ended in good order');
  expect(readHar(before, file).exchanges).toEqual([]);
  expect(await isUnfinishedHar(file)).toBe(true);
  await har.close();
  const after = readFileSync(file, 'utf8');
  expect(JSON.parse(after).log).not.toHaveProperty('comment');
  expect(after.length).toBe(before.length);
  expect(await isUnfinishedHar(file)).toBe(false);
});

test('whoever starts again is told of a recording that was not ended', async () => {
  const { file, har } = await startRecording();
  await expect(createPrivateFile(file, 'traffic.har', false)).rejects.toThrow(
    'a key may show in it, so do not pass it on',
  );
  await har.close();
  await expect(createPrivateFile(file, 'traffic.har', false)).rejects.not.toThrow('do not pass it on');
});

test.each(['', '{"log":{}}'])('another file is no recording that was not ended: %s', async (text) => {
  const file = join(await temporaryFolder(), 'other.har');
  expect(await isUnfinishedHar(file)).toBe(false);
  writeFileSync(file, text);
  expect(await isUnfinishedHar(file)).toBe(false);
});

test.skipIf(process.platform === 'win32')('a pipe to which nobody writes is not waited for', async () => {
  const file = join(await temporaryFolder(), 'pipe');
  execFileSync('sh', ['-c', 'mkfifo "$0"', file]);
  expect(await isUnfinishedHar(file)).toBe(false);
  await expect(createPrivateFile(file, 'pipe', false)).rejects.toThrow('Writing --har pipe: ');
});
