import { expect, test } from 'vitest';
import { expectHarmless, headOf, pets, serveRaw } from './hostile-service.js';
import { KEY, runCheck } from './running-check.js';

const TOKEN = 'tok3n-of-a-session-4711';

test('never prints cookies or link secrets of the service', async () => {
  const secrets = [
    `Set-Cookie: sid=${TOKEN}; Path=/; HttpOnly\r\n`,
    `Location: /v1/messages/m-1?token=${TOKEN}\r\n`,
    `Link: </v2?access_token=${TOKEN}>; rel="successor-version"\r\n`,
    `X-Session-Token: ${TOKEN}\r\n`,
  ].join('');
  const body = JSON.stringify([...JSON.parse(pets), { petId: 3, quantity: TOKEN, status: 'pending' }]);
  const response = `${headOf('200 OK', secrets)}Content-Length: ${body.length}\r\n\r\n${body}`;
  const { baseUrl } = await serveRaw(response);
  const ended = await runCheck([baseUrl, '--report', 'out', '--max-requests', '3']);
  const files = await expectHarmless(ended);
  expect(files['transcript.har']).toContain('sid=secret#1; Path=/; HttpOnly');
  expect(JSON.stringify(files) + ended.stdout).not.toContain(TOKEN);
});

test.each([0, 20, 45, 55])('shows no part of the key that a service returns behind %i characters', async (before) => {
  const text = `${'x'.repeat(before)}${KEY}`;
  const head = `X-Echo: ${text}\r\nDeprecation: ${text}\r\n`;
  const { baseUrl } = await serveRaw((socket, request) => {
    const isList = request.startsWith('GET /v1/inventory ');
    const body = isList
      ? JSON.stringify([...JSON.parse(pets), { petId: 3, quantity: text, status: text, [text]: text }])
      : JSON.stringify({ code: text, message: `unknown: ${text}`, status: text });
    const status = request.includes(KEY) ? '200 OK' : '400 Bad';
    socket.write(`${headOf(status, head)}Content-Length: ${body.length}\r\n\r\n${body}`);
  });
  const ended = await runCheck([baseUrl, '--report', 'out', '--level', 'write', '--exclusive']);
  const shown = JSON.stringify(await expectHarmless(ended)) + ended.stdout + ended.stderr;
  const parts = Array.from({ length: KEY.length - 7 }, (_, start) => KEY.slice(start, start + 8));
  expect(parts.filter((part) => shown.includes(part))).toEqual([]);
  expect(ended.stdout).toContain('✗');
});
