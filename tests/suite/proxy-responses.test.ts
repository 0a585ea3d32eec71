// Long: responses of a forward proxy are not taken for those of the service.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProxy } from '../observe/proxy-for-tests.js';
import { temporaryFile } from '../temporary-file.js';
import { runCheck } from './running-check.js';

test('stops a check through a proxy that gets no responses, and names the proxy', async () => {
  const { origin } = await startProxy('http://127.0.0.1:1/v1');
  const { exitCode, stdout, stderr, folder } = await runCheck([`${origin}/v1`, '--report', 'reports']);
  const why = `the petstore-mock proxy at ${origin} got no response from http://127.0.0.1:1: 127.0.0.1:1 refused the connection`;
  expect(stdout + stderr).toContain(`two requests in a row got no response: ${why}`);
  expect(stderr).toContain(
    `responses came from a petstore-mock proxy, not from the service, and are not judged. #1: ${why}`,
  );
  expect(exitCode).toBe(3);
  expect(await readFile(join(folder, 'reports', 'report.json'), 'utf8')).toContain(why);
});

test('reports that a recording contains only responses of a proxy', async () => {
  const request = { method: 'GET', url: 'http://127.0.0.1:4390/v1/inventory', headers: [] };
  const headers = [{ name: 'X-Petstore-Mock-Proxy', value: 'loop' }];
  const entry = { startedDateTime: '2026-11-21T12:00:00.000Z', request, response: { status: 508, headers } };
  const har = await temporaryFile('ring.har', JSON.stringify({ log: { entries: [entry] } }));
  const { exitCode, stdout, stderr } = await runCheck(['http://127.0.0.1:4390/v1', '--from', har]);
  expect(stderr).toContain('1 response came from a petstore-mock proxy, not from the service, and is not judged. #1: ');
  expect(stdout).toContain('Nothing could be judged');
  expect(exitCode).toBe(3);
});
