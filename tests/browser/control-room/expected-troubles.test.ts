import { expect, test } from 'vitest';
import { ofGoneWorld, ofLostServer } from './expected-troubles.js';

const failedToLoad = (why: string, path: string) =>
  `Failed to load resource: ${why} (http://127.0.0.1:40123/__admin/${path})`;
const notFound = (path: string) => failedToLoad('the server responded with a status of 404 (Not Found)', path);

test.each(['events?world=w1', 'inventory?limit=1000&world=w1', 'requests/7?world=w1&after=3'])(
  'expects a 404 about a dropped world: %s',
  (path) => {
    expect(notFound(path)).toMatch(ofGoneWorld('w1'));
  },
);

test.each(['events', 'events?world=w2', 'events?world=w11', 'inventory?limit=1000'])(
  'does not expect a 404 about another world: %s',
  (path) => {
    expect(notFound(path)).not.toMatch(ofGoneWorld('w1'));
  },
);

test('does not expect other errors about a dropped world', () => {
  const broken = 'the server responded with a status of 500 (Internal Server Error)';
  expect(failedToLoad(broken, 'events?world=w1')).not.toMatch(ofGoneWorld('w1'));
});

test.each(['CONNECTION_REFUSED', 'CONNECTION_RESET', 'EMPTY_RESPONSE', 'INCOMPLETE_CHUNKED_ENCODING'])(
  'expects a lost connection to the server: %s',
  (name) => {
    expect(failedToLoad(`net::ERR_${name}`, 'events')).toMatch(ofLostServer);
  },
);

test('does not expect other errors as a lost connection', () => {
  expect(failedToLoad('net::ERR_BLOCKED_BY_CSP', 'events')).not.toMatch(ofLostServer);
  expect(notFound('events')).not.toMatch(ofLostServer);
});
