import { createColors } from 'picocolors';
import { expect, test } from 'vitest';
import { exitCodeOf, type ProxySummary, summaryText } from './proxy-summary.js';

const summary: ProxySummary = {
  exchanges: 9,
  unanswered: 0,
  cut: 0,
  left: 0,
  unread: 0,
  unjudged: 0,
  violations: [],
  manners: [],
  har: undefined,
  upstream: 'https://staging.example.test/v1',
  judgedWith: [],
};

const textOf = (changed: Partial<ProxySummary>) => summaryText({ ...summary, ...changed }, createColors(false));

test('says that no violation was seen where all was judged', () => {
  expect(textOf({})).toContain('No violation was seen.');
});

test.each<Partial<ProxySummary>>([
  { unjudged: 2 },
  { breakdowns: { times: 3, lost: 9 } },
  { unanswered: 1 },
  { cut: 1 },
  { left: 1 },
  { unread: 1 },
])('does not speak for what was not judged: %j', (changed) => {
  expect(textOf(changed)).toContain('No violation was seen in what was judged.');
});

test('tells how many exchanges are not in the recording', () => {
  const text = textOf({ har: { file: 'traffic.har', written: 6, missed: 3 }, breakdowns: { times: 1, lost: 3 } });
  expect(text).toContain('6 exchanges in traffic.har; 3 more did not get into it');
  expect(text).toContain('3 not judged, since judging broke down once');
});

test('names what judges the recording again only where there is something in it', () => {
  const har = { file: 'traffic.har', written: 1, missed: 0 };
  expect(textOf({ har })).toContain('--from traffic.har');
  const empty = textOf({ exchanges: 0, har: { ...har, written: 0 } });
  expect(empty).toContain('0 exchanges in traffic.har');
  expect(empty).not.toContain('Judge it again');
});

test('fails on a violation, and does not pass where one may have gone unseen', () => {
  const broken = { rule: 'body/json', title: 'Every body is JSON', exchanges: 1, first: 3 };
  expect(exitCodeOf(summary)).toBe(0);
  for (const missing of [{ unjudged: 2 }, { unanswered: 1 }, { cut: 1 }, { unread: 1 }]) {
    expect(exitCodeOf({ ...summary, ...missing })).toBe(3);
  }
  expect(exitCodeOf({ ...summary, breakdowns: { times: 3, lost: 9 } })).toBe(3);
  expect(exitCodeOf({ ...summary, breakdowns: { times: 3, lost: 9 }, violations: [broken] })).toBe(1);
});

test('does not pass where nothing could be judged, and says why', () => {
  for (const nothing of [{ exchanges: 0 }, { exchanges: 2, unanswered: 2 }, { exchanges: 1, cut: 1 }]) {
    expect(exitCodeOf({ ...summary, ...nothing })).toBe(3);
  }
  expect(textOf({ exchanges: 0 })).toContain('Nothing could be judged: no request passed.');
  const text = textOf({ exchanges: 3, unanswered: 1, cut: 1, left: 1 });
  expect(text).toContain('(1 without an answer of the service, 1 cut off by the service, 1 left by the client)');
  expect(text).toContain('Nothing could be judged: no answer came whole.');
});

test('passes though clients left, unless there was nothing else', () => {
  expect(exitCodeOf({ ...summary, left: 8 })).toBe(0);
  expect(exitCodeOf({ ...summary, left: 9 })).toBe(3);
});
