import { expect, test } from 'vitest';
import type { RequestDetail } from '../../admin/schemas/requests.js';
import { lineForTests } from '../live/live-for-tests.js';
import { AS_SENT, changesOf, draftOf, NO_KEY } from './replay-draft.js';

const detail: RequestDetail = {
  line: lineForTests({ method: 'PATCH', target: '/v1/inventory/1' }),
  curl: '',
  request: {
    method: 'PATCH',
    url: 'http://127.0.0.1:4290/v1/inventory/1',
    headers: [
      ['authorization', 'Bearer key#1'],
      ['cookie', 'session=secret#1'],
      ['content-length', '14'],
    ],
    body: '{"quantity":5}',
  },
  response: null,
  failure: null,
};

const draft = draftOf(detail);

test('a request is edited without its key and its length', () => {
  expect(draft).toEqual({
    method: 'PATCH',
    target: '/v1/inventory/1',
    key: AS_SENT,
    headers: 'cookie: session=secret#1',
    body: '{"quantity":5}',
  });
});

test('what was not changed is not sent', () => {
  expect(changesOf(detail, draft)).toEqual({});
  expect(changesOf(detail, { ...draft, method: 'POST', target: '/v1/messages' })).toEqual({
    method: 'POST',
    target: '/v1/messages',
  });
});

test('headers are read line by line, and keep the key', () => {
  expect(changesOf(detail, { ...draft, headers: ' X-Url : http://a.test:80/ \n\ncookie: session=secret#1' })).toEqual({
    headers: [
      ['X-Url', 'http://a.test:80/'],
      ['cookie', 'session=secret#1'],
      ['authorization', 'Bearer key#1'],
      ['content-length', '14'],
    ],
  });
});

test('no key and no body are null', () => {
  expect(changesOf(detail, { ...draft, key: NO_KEY, body: '' })).toEqual({ key: null, body: null });
  expect(changesOf(detail, { ...draft, key: 'key#2' })).toEqual({ key: 'key#2' });
});
