import { createColors } from 'picocolors';
import { expect, it } from 'vitest';
import type { ExplainedDifference } from '../../src/fidelity/compare/comparison.js';
import { blankProfile } from '../../tests/profile-for-tests.js';
import { changesText } from './changes.js';
import { lastKnown } from './settle-changes.js';

const options = { colors: createColors(false), width: 80 };
const startedAt = '2026-11-21T12:00:00.000Z';
const before = '2026-11-21T11:45:00.000Z';
const found = { startedAt, since: before, isComplete: true, changes: [], passing: [] };
const news = (changes: readonly ExplainedDifference[]) => changesText({ ...found, changes }, options);

it('says if nothing changed, and that a first run is compared with nothing', () => {
  expect(news([])).toBe('  No changes since 2026-11-21 11:45 UTC.\n');
  expect(changesText({ ...found, since: undefined }, options)).toContain('First run of this history');
});

it('prints what changed, and since when', () => {
  const changes = [
    { path: 'rule/limits/plan', left: 'passed', right: 'violated' },
    { path: 'rule/errors/shape', left: 'violated', right: 'passed' },
    { path: 'question/retry-after-format', left: 'seconds', right: 'http-date' },
  ] as const;
  expect(news(changes)).toBe(
    [
      '  2026-11-21 12:00 UTC  3 changes since 2026-11-21 11:45',
      '    ✗ rule/limits/plan  passed → violated',
      '    ✓ rule/errors/shape  violated → passed',
      '    ~ question/retry-after-format  seconds → http-date',
      '',
    ].join('\n'),
  );
});

it('lists what a repeated check did not confirm, and compares no run that stopped early', () => {
  const passing = [{ path: 'rule/errors/shape', left: 'passed', right: 'violated' }];
  expect(changesText({ ...found, passing }, options)).toBe(
    [
      '  No changes since 2026-11-21 11:45 UTC.',
      '  Not confirmed by a repeated check, so no change:',
      '    rule/errors/shape  passed → violated',
      '',
    ].join('\n'),
  );
  expect(changesText({ ...found, isComplete: false }, options)).toContain('stopped early');
});

it('fits a narrow terminal', () => {
  const changes = [{ path: 'question/retry-after-format', left: 'seconds', right: 'http-date' }] as const;
  expect(changesText({ ...found, changes }, { ...options, width: 40 })).toBe(
    [
      '  2026-11-21 12:00 UTC',
      '    1 change since 2026-11-21 11:45',
      '    ~ question/retry-after-format',
      '        seconds → http-date',
      '',
    ].join('\n'),
  );
});

it('prints no CI commands and no terminal control characters', () => {
  const changes = [{ path: 'header/::error::x', left: '\u001b[2J', right: '##vso[task]' }] as const;
  const text = news(changes);
  expect(text).not.toContain('\u001b');
  expect(text).not.toMatch(/##\w*\[/);
});

const seen = { confidence: 'certain', exchanges: [1], note: 'seen', origin: 'observed' } as const;
const unseen = { confidence: 'none', exchanges: [], note: 'not seen', origin: 'default' } as const;

it('retains what a run did not see', () => {
  const before = blankProfile({
    questions: { 'list-order': { ...seen, choice: 'descending' }, 'unknown-method': { ...seen, choice: 404 } },
    rules: { 'limits/plan': 'violation', 'errors/shape': 'pass' },
  });
  const now = blankProfile({
    questions: {
      'list-order': { ...unseen, choice: 'ascending' },
      'unknown-method': { ...seen, choice: 405 },
      'ban-status': { ...unseen, choice: 429 },
    },
    rules: { 'limits/plan': 'inconclusive', 'errors/shape': 'violation', 'update/sets': 'skipped' },
  });
  const known = lastKnown(before, now);
  expect(known.questions['list-order']?.choice).toBe('descending');
  expect(known.questions['unknown-method']?.choice).toBe(405);
  expect(known.questions['ban-status']?.origin).toBe('default');
  expect(known.rules).toEqual({ 'limits/plan': 'violation', 'errors/shape': 'violation', 'update/sets': 'skipped' });
});

it('retains the limit until the service reports another one', () => {
  const limit = { plan: 'free', perMinute: 60, perDay: null, confidence: 'certain', exchanges: [1] } as const;
  const other = { ...limit, plan: 'pro', perMinute: 300 } as const;
  expect(lastKnown(blankProfile({ limit }), blankProfile()).limit).toEqual(limit);
  expect(lastKnown(blankProfile({ limit }), blankProfile({ limit: other })).limit).toEqual(other);
});

it('takes its facts about the target from the newest run', () => {
  const now = blankProfile();
  expect(lastKnown(blankProfile({ source: { ...now.source, exchanges: 99 } }), now).source).toEqual(now.source);
});
