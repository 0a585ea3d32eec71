import { expect, test } from 'vitest';
import { adminOperations } from '../../../admin/operations.js';
import { openAdmin } from '../admin-for-tests.js';

test('health tells that the server is up, and where the service is', async () => {
  const { json } = await openAdmin().ask('GET /health');
  expect(json).toEqual({
    status: 'ok',
    version: '1.2.3',
    uptimeSeconds: 7,
    baseUrl: 'http://127.0.0.1:4290/v1',
    mode: 'fake',
    upstream: null,
  });
});

test('the version is told with that of Node and that of the document', async () => {
  const { json } = await openAdmin().ask('GET /version');
  expect(json).toEqual({ version: '1.2.3', node: process.version, document: '1.0.0' });
});

test('the API describes itself', async () => {
  const { json } = await openAdmin().ask<{ paths: object }>('GET /openapi.json');
  expect(json).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' }, servers: [{ url: '/__admin' }] });
  expect(Object.keys(json.paths)).toContain(adminOperations.getRequest.path);
});

test('the service is described where it is faked', async () => {
  const { json } = await openAdmin({ baseUrl: 'http://localhost:5000/v1' }).ask('GET /service.json');
  expect(json).toMatchObject({ info: { version: '1.0.0' }, servers: [{ url: 'http://localhost:5000/v1' }] });
});
