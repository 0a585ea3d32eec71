import { expect, test } from 'vitest';
import { expectHarmless, headOf, pets, serveRaw } from './hostile-service.js';
import { runCheck } from './running-check.js';

const TOKEN = 'tok3n-of-a-session-4711';

test('shows nowhere what the service sets as a cookie or writes into its links', async () => {
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
