import { expect, test } from 'vitest';
import { printOpenApi } from './openapi-command.js';

function print(baseUrl?: string) {
  let text = '';
  printOpenApi(baseUrl, {
    write: (part) => {
      text += part;
    },
  });
  return JSON.parse(text);
}

test('prints the document as JSON', () => {
  expect(print()).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/v1' }] });
});

test('puts the base URL in without a slash at the end', () => {
  expect(print('https://api.example.test/v1/').servers[0].url).toBe('https://api.example.test/v1');
});

test.each(['x', 'ftp://a.test/v1', 'http://a.test/v1?x', 'http://', 'http://me:s3cret@a.test/v1'])(
  'refuses the base URL %s',
  (baseUrl) => {
    expect(() => print(baseUrl)).toThrow(
      'Reading --base-url: it is no http(s) URL of scheme, host and path. Try --base-url https://api.example.test/v1',
    );
  },
);
