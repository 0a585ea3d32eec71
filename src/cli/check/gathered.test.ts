import { expect, test } from 'vitest';
import { type ExchangeInit, recorded, settings } from '../../../tests/recorded.js';
import type { Transcript } from '../../exchange/transcript.js';
import { judge } from '../../judge/judge.js';
import { judgeTranscript } from './gathered.js';

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
  const gathered = judgeTranscript(stopped(page), { ...runSettings, isExclusive: false }, terminal);
  expect(gathered.decidedIfExclusive).toEqual(new Set());
});

test('judges foreign pages among responses of the service, and completed runs', () => {
  expect(outcomes(stopped({}, page)).has('violation')).toBe(true);
  const transcript = recorded(page);
  expect(verdictsOn(transcript)).toEqual(judge(transcript, runSettings));
});
