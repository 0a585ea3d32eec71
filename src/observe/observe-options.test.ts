import { expect, test } from 'vitest';
import { InputError } from '../spec/validation/input-error.js';
import { observePetstore } from './observe-petstore.js';
import { expectNoViolation } from './observe-service.js';
import { TrafficJudge } from './traffic-judge.js';

const baseUrl = 'https://staging.example.test/v1';

test('takes the base URL with and without a slash at its end', () => {
  const observed = observePetstore({ baseUrl: `${baseUrl}/` });
  expect([observed.baseUrl, observed.messagesUrl, observed.handlers.length]).toEqual([baseUrl, baseUrl, 1]);
});

test.each<[string, object]>([
  ['there is no baseUrl', {}],
  ['baseUrl is no address of a service', { baseUrl: '/v1' }],
  ['baseUrl is no address of a service', { baseUrl: 'https://user:s3cret@staging.example.test/v1' }],
  ['messagesUrl is no address of a service', { baseUrl, messagesUrl: 'ftp://staging.example.test' }],
  ['there is no plan "gold"', { baseUrl, plan: 'gold' }],
  ['`exclusive` is neither true nor false', { baseUrl, exclusive: 'yes' }],
  ['`journalLimit` is no whole number from 1', { baseUrl, journalLimit: 0 }],
  ['`settleTimeoutMs` is no number of milliseconds from 1', { baseUrl, settleTimeoutMs: Number.POSITIVE_INFINITY }],
  ['`onViolation` is no function', { baseUrl, onViolation: 'console' }],
  ['there is no such field in the options', { baseUrl, url: baseUrl }],
])('refuses: %s', (problem, options) => {
  const observe = () => observePetstore(options as { baseUrl: string });
  expect(observe).toThrow(InputError);
  expect(observe).toThrow(problem);
  expect(observe).not.toThrow('s3cret');
});

test('says so where nothing was answered, which is no conformance', () => {
  const request = { method: 'GET', url: `${baseUrl}/inventory`, headers: [], body: undefined } as const;
  const judge = new TrafficJudge({ baseUrl });
  judge.record({ request, response: undefined, failure: 'connect ECONNREFUSED', startedMs: 0, endedMs: 1 });
  const expecting = () => expectNoViolation(judge, { baseUrl, firstStep: 'Observe it' }, {});
  expect(expecting).toThrow('none of 1 request was answered: connect ECONNREFUSED');
});

test('has nothing to say where nothing passed', async () => {
  const observed = observePetstore({ baseUrl });
  await expect(observed.expectConformance()).rejects.toThrow('nothing passed, so there is nothing to judge');
  await expect(observed.expectConformance({ except: ['limits/plans'] })).rejects.toThrow(
    'there is no rule "limits/plans"',
  );
});
