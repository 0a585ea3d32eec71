import { expect, test } from 'vitest';
import { type ExchangeInit, recorded, settings } from '../../../tests/recorded.js';
import type { Transcript } from '../../exchange/transcript.js';
import { judge } from '../../judge/judge.js';
import { createProgressLine } from './judge-target.js';
import { judgeTranscript } from './judged-run.js';

const level = 'read';
const runSettings = { ...settings, level } as const;
const noLimits = {
  'X-RateLimit-Limit': undefined,
  'X-RateLimit-Remaining': undefined,
  'X-RateLimit-Reset': undefined,
};
const page = { headers: { ...noLimits, 'Content-Type': 'text/html' }, body: '<title>Sign in</title>' };

function stopped(...told: readonly ExchangeInit[]): Transcript {
  const { exchanges } = recorded(...told);
  return { exchanges, run: { ...runSettings, petId: undefined, seed: 1, stopped: 'check the base URL' } };
}

const verdictsOn = (transcript: Transcript) =>
  judgeTranscript(transcript, runSettings, { stderr: { write: () => true } }).verdicts;

const outcomes = (transcript: Transcript) => new Set(verdictsOn(transcript).map(({ outcome }) => outcome));

test.each<[string, ExchangeInit]>([
  ['a page to log in', page],
  ['a redirect', { status: 302, headers: { ...noLimits, Location: 'https://login.example.test' }, body: '' }],
  ['a rejected key', { status: 401 }],
  ['a 404 of the service itself', { status: 404 }],
])('reports no violation if a run received only %s', (_, told) => {
  expect(outcomes(stopped(told))).toEqual(new Set(['inconclusive', 'skipped']));
});

test.each<[string, ExchangeInit]>([
  ['a list', { headers: noLimits }],
  ['a failure', { ...page, status: 500 }],
  ['the limits', { ...page, headers: { 'Content-Type': 'text/html' } }],
])('judges a run that received %s', (_, told) => {
  expect(outcomes(stopped(told)).has('violation')).toBe(true);
});

test('does not promise that --exclusive decides what nothing of the service decides', () => {
  const terminal = { stderr: { write: () => true } };
  const judged = judgeTranscript(stopped(page), { ...runSettings, isExclusive: false }, terminal);
  expect(judged.decidedIfExclusive).toEqual(new Set());
});

test.each<[string, ExchangeInit]>([
  ['a page to log in', page],
  ['the page of a firewall', { ...page, status: 403 }],
  ['a redirect to log in', { status: 302, headers: { ...noLimits, Location: 'https://login.example.test' }, body: '' }],
  ['a rejected key', { status: 401, headers: noLimits, body: '{}' }],
])('reports no violation if a run ended with %s', (_, told) => {
  expect(outcomes(stopped({}, told)).has('violation')).toBe(false);
});

test('judges completed runs', () => {
  const transcript = recorded(page);
  expect(verdictsOn(transcript)).toEqual(judge(transcript, runSettings));
});

const NOW = Date.UTC(2026, 10, 21, 12);
const wait = (seconds: number) =>
  ({ kind: 'waiting', untilMs: NOW + seconds * 1000, why: 'the limit\u001b[31m resets' }) as const;

function lineOn(sink: { isTTY?: boolean; columns?: number }) {
  let written = '';
  const write = (text: string) => {
    written += text;
  };
  const line = createProgressLine({ write, ...sink }, () => NOW);
  return { line, written: () => written };
}

test('updates one line of a terminal', () => {
  const { line, written } = lineOn({ isTTY: true });
  line.show({ kind: 'sent', sent: 3, budget: 15, remaining: 57 });
  line.clear();
  expect(written().split('\r\u001b[2K').filter(Boolean)).toEqual([
    '3 of at most 15 requests sent, 57 left in the quota',
  ]);
});

test('cuts the text to a narrow line', () => {
  const { line, written } = lineOn({ isTTY: true, columns: 40 });
  line.show({ kind: 'sent', sent: 3, budget: 15, remaining: 57 });
  line.clear();
  const [shown = ''] = written().split('\r\u001b[2K').filter(Boolean);
  expect(shown).toBe('3 of at most 15 requests sent, 57 left…');
});

test('prints only long waits without a terminal', () => {
  const { line, written } = lineOn({});
  line.show({ kind: 'sent', sent: 3, budget: 15, remaining: 57 });
  line.show(wait(1));
  line.show(wait(42));
  line.clear();
  expect(written()).toBe('petstore-mock: waiting 42s, until 12:00:42Z: the limit\\u001b[31m resets\n');
});
