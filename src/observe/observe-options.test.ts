import { expect, test } from 'vitest';
import { InputError } from '../json/input-error.js';
import { observePetstore } from './observe-petstore.js';
import { observeService } from './observe-service.js';

const baseUrl = 'https://staging.example.test/v1';

test('accepts the base URL with and without a trailing slash', () => {
  const observed = observePetstore({ baseUrl: `${baseUrl}/` });
  expect([observed.baseUrl, observed.messagesUrl, observed.handlers.length]).toEqual([baseUrl, baseUrl, 1]);
});

test.each<[string, object]>([
  ['baseUrl is missing', {}],
  ['baseUrl is not the base URL of a service', { baseUrl: '/v1' }],
  ['baseUrl is not the base URL of a service', { baseUrl: 'https://user:s3cret@staging.example.test/v1' }],
  ['messagesUrl is not the base URL of a service', { baseUrl, messagesUrl: 'ftp://staging.example.test' }],
  ['plan is "gold"', { baseUrl, plan: 'gold' }],
  ['exclusive is "yes". Expected true or false', { baseUrl, exclusive: 'yes' }],
  ['journalLimit is 0', { baseUrl, journalLimit: 0 }],
  ['Expected a number of milliseconds from 1', { baseUrl, settleTimeoutMs: Number.POSITIVE_INFINITY }],
  ['there is no such field in the options', { baseUrl, url: baseUrl }],
])('rejects: %s', (problem, options) => {
  const observe = () => observePetstore(options as { baseUrl: string });
  expect(observe).toThrow(InputError);
  expect(observe).toThrow(problem);
  expect(observe).not.toThrow('s3cret');
});

test('does not report conformance if there was no response', async () => {
  const request = { method: 'GET', url: `${baseUrl}/inventory`, headers: [], body: undefined } as const;
  const { service, record } = observeService({ baseUrl }, { name: 'test', firstStep: 'Observe it' });
  record({ request, response: undefined, failure: 'connect ECONNREFUSED', startedMs: 0, endedMs: 1 });
  await expect(service.expectConformance()).rejects.toThrow('there were no responses to judge: connect ECONNREFUSED');
});

test('does not report conformance if there was no request', async () => {
  const observed = observePetstore({ baseUrl });
  await expect(observed.expectConformance()).rejects.toThrow('there were no responses to judge');
  await expect(observed.expectConformance({ except: ['limits/plans'] })).rejects.toThrow(
    'there is no rule "limits/plans"',
  );
});
