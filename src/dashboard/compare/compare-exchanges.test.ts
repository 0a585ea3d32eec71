import { expect, test } from 'vitest';
import type { RequestDetail } from '../../admin/schemas/requests.js';
import { lineForTests } from '../live/live-for-tests.js';
import { compareExchanges, withoutEqual } from './compare-exchanges.js';

function detailOf(number: number, change: Partial<RequestDetail> = {}): RequestDetail {
  return {
    line: lineForTests({ number }),
    curl: '',
    request: { method: 'GET', url: 'http://127.0.0.1:4290/v1/inventory', headers: [['accept', '*/*']], body: null },
    response: { status: 200, headers: [], body: '[1,2]', isWhole: true, missingBodyReason: null },
    failure: null,
    ...change,
  };
}

/** The rows that differ, by part. */
const differences = (left: RequestDetail, right: RequestDetail) =>
  Object.fromEntries(
    compareExchanges(left, right).map(({ title, rows }) => [
      title,
      rows.filter(({ isSame }) => !isSame).map(({ name, left: one, right: other }) => [name, one, other]),
    ]),
  );

test('equal exchanges have no differences', () => {
  expect(Object.values(differences(detailOf(1), detailOf(2))).flat()).toEqual([]);
});

test('every part is compared', () => {
  const other = detailOf(2, {
    line: lineForTests({ number: 2, method: 'PATCH', status: null }),
    request: {
      method: 'PATCH',
      url: '',
      headers: [
        ['X-New', '1'],
        ['Accept', 'text/html'],
      ],
      body: 'not JSON',
    },
    response: null,
    failure: 'the connection was reset',
  });
  expect(differences(detailOf(1), other)).toEqual({
    Request: [['Method', 'GET', 'PATCH']],
    'Request headers': [
      ['accept', '*/*', 'text/html'],
      ['X-New', undefined, '1'],
    ],
    'Request body': [[undefined, 'No body.', 'not JSON']],
    Response: [['Status', '200', 'the connection was reset']],
    'Response headers': [],
    'Response body': [[undefined, '[1,2]', 'the connection was reset']],
  });
});

test('equal lines far from a difference are left out', () => {
  const rows = Array.from({ length: 12 }, (_, at) => ({ left: String(at), right: String(at), isSame: at !== 5 }));
  expect(withoutEqual(rows).map((one) => ('equal' in one ? `${one.equal} equal` : one.left))).toEqual([
    '2 equal',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '3 equal',
  ]);
  expect(withoutEqual([])).toEqual([]);
});
