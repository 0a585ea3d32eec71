// Long: no secret that a service returns is shown by any command.
import { expect, test } from 'vitest';
import { expectHarmless, headOf, pets, serveRaw } from './hostile-service.js';
import { KEY, runCheck } from './running-check.js';
import { LEFT_KEY, runCompare } from './running-compare.js';

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

test.each([0, 20, 120, 155])('compare shows no part of a key behind %i characters', async (before) => {
  const text = `${'x'.repeat(before)}${LEFT_KEY}`;
  const echo = (status: number) =>
    serveRaw((socket, request) => {
      const isList = request.startsWith('GET /v1/inventory ') && request.includes(LEFT_KEY);
      const body = isList ? pets : JSON.stringify({ code: 'no', message: text, status });
      const head = headOf(
        isList ? '200 OK' : `${status} No`,
        `X-Echo: ${text}\r\nWWW-Authenticate: ${status} ${text}\r\n`,
      );
      socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    });
  const [left, right] = [await echo(401), await echo(404)];
  const keys = { PETSTORE_API_KEY: LEFT_KEY, PETSTORE_API_KEY_RIGHT: LEFT_KEY };
  for (const how of [[], ['--json']]) {
    const ended = await runCompare([left.baseUrl, right.baseUrl, ...how], keys);
    const parts = Array.from({ length: LEFT_KEY.length - 7 }, (_, start) => LEFT_KEY.slice(start, start + 8));
    expect(parts.filter((part) => (ended.stdout + ended.stderr).includes(part))).toEqual([]);
    expect(ended.stdout).toMatch(/#\d+ (?:GET|PATCH|PUT)|"responses"/);
  }
});
