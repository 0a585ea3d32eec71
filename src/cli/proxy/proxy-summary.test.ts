import { createColors } from 'picocolors';
import { expect, test } from 'vitest';
import { exitCodeOf, type ProxySummary, summaryText } from './proxy-command.js';

const summary: ProxySummary = {
  exchanges: 9,
  elsewhere: 0,
  incomplete: 0,
  abandoned: 0,
  unjudged: 0,
  violations: [],
  manners: [],
  har: undefined,
  upstream: 'https://staging.example.test/v1',
  url: 'http://127.0.0.1:4291/v1',
};

const textOf = (changed: Partial<ProxySummary>) => summaryText({ ...summary, ...changed }, createColors(false));

test('reports that no violations were found if everything was judged', () => {
  expect(textOf({})).toContain('No violations found.');
});

test.each<Partial<ProxySummary>>([{ unjudged: 2 }, { incomplete: 1 }, { abandoned: 1 }])(
  'does not report what was not judged: %j',
  (changed) => {
    expect(textOf(changed)).toContain('No violations found in what was judged.');
  },
);

test('reports how many exchanges are not in the recording', () => {
  const text = textOf({ har: { file: 'traffic.har', written: 6, missed: 3 } });
  expect(text).toContain('6 exchanges in traffic.har; 3 more could not be recorded');
});

test('fails on a violation, and does not pass if one may have been missed', () => {
  const violated = { rule: 'body/json', title: 'Every body is JSON', exchanges: 1, first: 3 };
  expect(exitCodeOf(summary)).toBe(0);
  for (const missing of [{ unjudged: 2 }, { incomplete: 1 }]) {
    expect(exitCodeOf({ ...summary, ...missing })).toBe(3);
  }
  expect(exitCodeOf({ ...summary, unjudged: 2, violations: [violated] })).toBe(1);
});

test('does not pass if nothing could be judged, and reports why', () => {
  for (const nothing of [{ exchanges: 0 }, { exchanges: 2, incomplete: 2 }]) {
    expect(exitCodeOf({ ...summary, ...nothing })).toBe(3);
  }
  expect(textOf({ exchanges: 0 })).toContain('Nothing was judged. Send requests to http://127.0.0.1:4291/v1');
  const text = textOf({ exchanges: 3, incomplete: 2, abandoned: 1 });
  expect(text).toContain('(2 without a complete response, 1 abandoned by the client)');
  expect(text).toContain('Nothing was judged: no response was complete.');
});

test('says where to send requests if all were outside the base URL, and passes if only some were', () => {
  const text = textOf({ exchanges: 2, elsewhere: 2 });
  expect(text).toContain('2 exchanges with https://staging.example.test/v1 (2 outside the base URL)');
  expect(text).toContain(
    'Nothing was judged. Send requests to http://127.0.0.1:4291/v1, such as GET http://127.0.0.1:4291/v1/inventory.',
  );
  expect(exitCodeOf({ ...summary, exchanges: 2, elsewhere: 2 })).toBe(3);
  expect(textOf({ elsewhere: 2 })).toContain('No violations found.');
  expect(exitCodeOf({ ...summary, elsewhere: 2 })).toBe(0);
  expect(textOf({ elsewhere: 7, incomplete: 2 })).toContain('Nothing was judged: no response was complete.');
});

test('passes if clients disconnected, unless no other exchange was complete', () => {
  expect(exitCodeOf({ ...summary, abandoned: 8 })).toBe(0);
  expect(exitCodeOf({ ...summary, abandoned: 9 })).toBe(3);
});
