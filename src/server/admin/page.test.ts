import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFile, temporaryFolder } from '../../../tests/temporary-file.js';
import { opensPage } from './admin-path.js';
import { createPage } from './page.js';

const HTML = '<!doctype html><title>page</title>';
const CODE = 'console.log("é");';

async function builtPage() {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), HTML);
  await writeFile(join(folder, 'assets', 'index-C0ffee42.js'), CODE);
  await writeFile(join(folder, 'assets', 'plain.bin'), new Uint8Array([0xff, 0]));
  return folder;
}

function open(folder: string) {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const page = createPage(folder);
  return (path: string, { method = 'GET', ...sent }: Readonly<Record<string, string>> = {}) => {
    const request = { method, path, headers: Object.entries(sent) };
    const response = page(request);
    const text = response?.encodedBody === undefined ? response?.body : Buffer.from(response.encodedBody).toString();
    const { status, headers = {} } = response ?? {};
    return { status, headers, text: text as string | undefined, isOpened: opensPage(request) };
  };
}

test.each(['/__admin/ui', '/__admin/ui/', '/__admin/ui/index.html'])('is served at %s', async (path) => {
  const { status, headers, text, isOpened } = open(await builtPage())(path);
  expect({ status, text, isOpened }).toEqual({ status: 200, text: HTML, isOpened: true });
  expect(headers).toEqual({
    Date: 'Sat, 21 Nov 2026 00:00:00 GMT',
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': String(HTML.length),
    'Cache-Control': 'no-cache',
    'Content-Security-Policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
      "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
});

test('is served with its scripts', async () => {
  const { headers, text } = open(await builtPage())('/__admin/ui/assets/index-C0ffee42.js');
  expect(text).toBe(CODE);
  expect(headers).toMatchObject({
    'Content-Type': 'text/javascript; charset=utf-8',
    'Content-Length': String(CODE.length + 1),
    'Cache-Control': 'no-cache',
  });
});

test('sends unknown extensions as application/octet-stream', async () => {
  const { headers } = open(await builtPage())('/__admin/ui/assets/plain.bin');
  expect(headers).toMatchObject({ 'Content-Type': 'application/octet-stream', 'Cache-Control': 'no-cache' });
});

test.each([
  '/__admin/ui/../../package.json',
  '/__admin/ui//etc/passwd',
  '/__admin/ui/..%2f..%2fpackage.json',
  '/__admin/ui/assets',
  '/__admin/ui/assets/',
  '/__admin/ui/assets/..',
  '/__admin/ui/constructor',
])('does not serve a file that is not in its list: %s', async (path) => {
  const { status, text } = open(await builtPage())(path);
  expect(status).toBe(404);
  expect(JSON.parse(text ?? '')).toMatchObject({ code: 'not_found', message: expect.stringContaining('/__admin/ui') });
});

test('does not follow links out of its folder', async () => {
  const folder = await builtPage();
  await symlink(await temporaryFile('secret.txt', 'secret'), join(folder, 'secret.txt'));
  expect(open(folder)('/__admin/ui/secret.txt').status).toBe(404);
});

test('explains how to build the page, and serves it as soon as it was built', async () => {
  const folder = await temporaryFolder();
  const ask = open(folder);
  const { status, text } = ask('/__admin/ui');
  expect(status).toBe(404);
  expect(JSON.parse(text ?? '')).toMatchObject({ status: 404, message: expect.stringContaining('npm run build') });
  await writeFile(join(folder, 'index.html'), HTML);
  expect(ask('/__admin/ui').status).toBe(200);
});

test('redirects browsers from the URL of the admin API to the page', async () => {
  const ask = open(await builtPage());
  for (const path of ['/__admin', '/__admin/']) {
    const { status, headers, isOpened } = ask(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect({ status, isOpened }).toEqual({ status: 302, isOpened: true });
    expect(headers.Location).toBe('/__admin/ui');
    expect(ask(path, { accept: '*/*' })).toMatchObject({ status: undefined, isOpened: false });
  }
});

test.each(['/__admin/health', '/__admin/uinteresting', '/__admin/ui2'])('does not handle %s', async (path) => {
  expect(open(await builtPage())(path, { accept: 'text/html' })).toMatchObject({ status: undefined, isOpened: false });
});

test('accepts only GET and HEAD', async () => {
  const ask = open(await builtPage());
  expect(ask('/__admin/ui', { method: 'HEAD' })).toMatchObject({ status: 200, isOpened: true });
  for (const path of ['/__admin/ui', '/__admin']) {
    const posted = ask(path, { method: 'POST', accept: 'text/html' });
    expect(posted).toMatchObject({ status: undefined, isOpened: false });
  }
});
