import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from '@playwright/test';
import { expect, onTestFinished, test } from 'vitest';
import { toConformTo } from '../../src/matchers/to-conform-to.js';
import { responseOf } from './responses.js';

test('an APIResponse of Playwright is judged, and stays readable', async () => {
  const { status, headers, body } = responseOf(200, [{ petId: 1, quantity: '12', status: 'sold' }]);
  const server = createServer((_, response) => response.writeHead(status, headers).end(JSON.stringify(body)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const context = await request.newContext();
  onTestFinished(async () => {
    await context.dispose();
    server.close();
  });

  const response = await context.get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/inventory`);
  const { pass, message } = await toConformTo(response, 'listInventory');

  expect(pass).toBe(false);
  expect(message()).toContain('in 1 place');
  expect(message()).toContain('/0/quantity must be integer');
  expect(await response.json()).toEqual(body);
});
