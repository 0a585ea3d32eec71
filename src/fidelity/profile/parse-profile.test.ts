import { expect, test } from 'vitest';
import { describeFile, parseProfile } from './parse-profile.js';
import { profileOf } from './profile-for-tests.js';

const profile = profileOf({ observed: { 'list-order': 'descending' } });
const withQuestions = (questions: string) =>
  JSON.stringify({ ...profile, questions: 0 }).replace('"questions":0', questions);

test('reads a written profile', () => {
  expect(parseProfile(JSON.stringify(profile), 'p.json')).toEqual(profile);
});

test('reports what another kind of file is, and what to do with a recording', () => {
  const reading = (value: object, name: string) => () => parseProfile(JSON.stringify(value), name);
  const har = { log: { version: '1.2', entries: [] } };
  expect(reading(har, 'traffic.har')).toThrow(
    'it is not a profile but a HAR. Learn from it first: petstore-mock learn --from traffic.har',
  );
  expect(reading(har, 'of the option')).toThrow('petstore-mock learn --from recording.har');
  expect(reading({ openapi: '3.1.0' }, 'p.json')).toThrow('it is not a profile but JSON of another kind');
});

test('reads a profile with the evidence of members, and an older one without it', () => {
  const question = {
    choice: { unauthorized: 'NO' },
    origin: 'observed',
    confidence: 'certain',
    note: '',
    exchanges: [4],
  };
  const read = (more: object) =>
    parseProfile(withQuestions(`"questions":${JSON.stringify({ 'error-codes': { ...question, ...more } })}`), 'p.json');
  const members = { unauthorized: { confidence: 'likely', exchanges: [4] } };
  expect(read({ members }).questions['error-codes']?.members).toEqual(members);
  expect(read({}).questions['error-codes']).toEqual(question);
  const unknown = { 'pet-unknown': 'it holds a word of the store' };
  expect(read({ unknown }).questions['error-codes']?.unknown).toEqual(unknown);
  expect(() => read({ members: { unauthorized: { confidence: 'likely' } } })).toThrow('exchanges');
});

const learned = '{"choice":1,"origin":"observed","confidence":"likely","note":"","exchanges":[]}';

test.each([
  ['nothing', '', 'it is not JSON'],
  ['half a file', JSON.stringify(profile).slice(0, 200), 'it is not JSON'],
  ['another version', JSON.stringify({ ...profile, version: 2 }), 'it is of version 2, and version 1 is read here'],
  [
    'a question that nobody asks',
    withQuestions(`"questions":{"x":${learned}}`),
    '/questions/x is not an open question',
  ],
  [
    'the prototype of all objects',
    withQuestions(`"questions":{"__proto__":${learned}}`),
    '/questions/__proto__ is not an open question',
  ],
  [
    'an invalid choice',
    JSON.stringify(profileOf({ observed: { 'list-order': 'sideways' as never } })),
    '/list-order must be one of',
  ],
  [
    'a header that breaks its line',
    JSON.stringify(profileOf({ responses: { 'getPet 200': { headers: { 'X-A': 'a\r\nSet-Cookie: b' } } } })),
    '/responses/getPet 200/headers/0/value',
  ],
  [
    'an address that steers the terminal',
    JSON.stringify({ ...profile, source: { ...profile.source, baseUrl: 'http://x\u001b[2J' } }),
    '/source/baseUrl',
  ],
  ['more than anybody learns', `"${' '.repeat(17_000_000)}"`, 'far larger than any profile'],
])('rejects %s, with its location', (_, text, problem) => {
  expect(() => parseProfile(text, 'p.json')).toThrow('profile p.json');
  expect(() => parseProfile(text, 'p.json')).toThrow(problem);
});

test.each([
  ['{"log":{"version":"1.2","entries":[]}}', 'a HAR'],
  ['{"format":"petstore-mock-profile","version":9}', 'a profile'],
  ['{"log":"on"}', 'JSON of another kind'],
  ['[]', 'JSON of another kind'],
])('%s is %s', (text, kind) => {
  expect(describeFile(text, JSON.parse(text))).toBe(kind);
});

test.each([
  [' ', 'empty'],
  ['<!doctype html><p>', 'an HTML page'],
  ['{"log":', 'no valid JSON'],
  ['sk_live_4711', 'no valid JSON'],
])('describes invalid JSON by its beginning: %s', (text, kind) => {
  expect(describeFile(text, undefined)).toBe(kind);
});
