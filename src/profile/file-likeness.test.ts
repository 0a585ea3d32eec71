import { expect, test } from 'vitest';
import { fileLikeness } from './file-likeness.js';

test.each([
  ['{"log":{"version":"1.2","entries":[]}}', 'a HAR'],
  ['{"format":"petstore-mock-profile","version":9}', 'a profile'],
  ['{"openapi":"3.1.0"}', 'an OpenAPI document'],
  ['{"summary":{},"observations":[]}', 'the report of a check; its exchanges are in the transcript.har of --report'],
  ['{"differences":[],"uncompared":[]}', 'a comparison'],
  ['{"inventory":[]}', 'the fixture of a fake'],
  ['{"retry-after-format":"seconds"}', 'JSON of another kind, such as a behaviour'],
  ['{"log":"on"}', 'JSON of another kind'],
  ['[]', 'a JSON array'],
  ['7', 'a single JSON value'],
])('%s is %s', (text, kind) => {
  expect(fileLikeness(text, JSON.parse(text))).toBe(kind);
});

test.each([
  [' ', 'empty'],
  ['<!doctype html><p>', 'an HTML page'],
  ['<?xml version="1.0"?>', 'XML, such as a JUnit report'],
  ['{"log":', 'JSON that is broken or cut off'],
  ['sk_live_4711', 'some other text'],
])('what is no JSON is told by how it begins: %s', (text, kind) => {
  expect(fileLikeness(text, undefined)).toBe(kind);
});
