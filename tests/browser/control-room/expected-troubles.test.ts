import { expect, test } from 'vitest';
import { ofGoneWorld, ofLostServer } from './expected-troubles.js';

const failedToLoad = (why: string, path: string) =>
  `Failed to load resource: ${why} (http://127.0.0.1:40123/__admin/${path})`;
const notFound = (path: string) => failedToLoad('the server responded with a status of 404 (Not Found)', path);

test.each(['events?world=w1', 'inventory?limit=1000&world=w1', 'requests/7?world=w1&after=3'])(
  'of a world that is gone anything may be missing: %s',
  (path) => {
    expect(notFound(path)).toMatch(ofGoneWorld('w1'));
  },
);

test.each(['events', 'events?world=w2', 'events?world=w11', 'inventory?limit=1000'])(
  'of another world nothing may: %s',
  (path) => {
    expect(notFound(path)).not.toMatch(ofGoneWorld('w1'));
  },
);

test('a world that is gone is no reason to break', () => {
  const broken = 'the server responded with a status of 500 (Internal Server Error)';
  expect(failedToLoad(broken, 'events?world=w1')).not.toMatch(ofGoneWorld('w1'));
});

test.each(['CONNECTION_REFUSED', 'CONNECTION_RESET', 'EMPTY_RESPONSE', 'INCOMPLETE_CHUNKED_ENCODING'])(
  'a server may go at any moment: %s',
  (name) => {
    expect(failedToLoad(`net::ERR_${name}`, 'events')).toMatch(ofLostServer);
  },
);

test('a server that is lost is no reason for the policy of the page to be broken', () => {
  expect(failedToLoad('net::ERR_BLOCKED_BY_CSP', 'events')).not.toMatch(ofLostServer);
  expect(notFound('events')).not.toMatch(ofLostServer);
});
