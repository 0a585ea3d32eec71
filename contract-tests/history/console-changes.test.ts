import { createColors } from 'picocolors';
import { expect, it } from 'vitest';
import { consoleChanges } from './console-changes.js';
import type { RunLine } from './run-line.js';
import { runLine } from './run-line-for-tests.js';

const options = { colors: createColors(false), width: 80 };
const before = runLine({ startedAt: '2026-11-21T11:45:00.000Z' });
const news = (changes: Partial<RunLine>, earlier: RunLine | undefined = before) =>
  consoleChanges(runLine(changes), earlier, options);

it('says nothing where nothing changed, and nothing of a first run', () => {
  expect(news({})).toBe('');
  expect(consoleChanges(runLine({ stopped: 'no answer' }), undefined, options)).toBe('');
});

it('tells what changed, and since when', () => {
  const changes = [
    { kind: 'rule', id: 'limits/plan', left: 'kept', right: 'violated' },
    { kind: 'rule', id: 'errors/shape', left: 'violated', right: 'kept' },
    { kind: 'question', id: 'retry-after-format', left: 'seconds', right: 'http-date' },
  ] as const;
  expect(news({ changes })).toBe(
    [
      '  2026-11-21 12:00 UTC  3 changes since 2026-11-21 11:45',
      '    ✗ rule limits/plan  kept → violated',
      '    ✓ rule errors/shape  violated → kept',
      '    ~ question retry-after-format  seconds → http-date',
      '',
    ].join('\n'),
  );
});

it('fits a narrow terminal', () => {
  const changes = [{ kind: 'question', id: 'retry-after-format', left: 'seconds', right: 'http-date' }] as const;
  const stopped = 'two requests in a row got no answer';
  expect(consoleChanges(runLine({ changes, stopped }), before, { ...options, width: 40 })).toBe(
    [
      '  2026-11-21 12:00 UTC',
      '    1 change since 2026-11-21 11:45',
      '    ! the run stopped early: two',
      '      requests in a row got no answer',
      '    ~ question retry-after-format',
      '        seconds → http-date',
      '',
    ].join('\n'),
  );
});

it('tells once that a run stopped early, and that one came to its end again', () => {
  const stopped = 'two requests in a row got no answer';
  expect(news({ stopped })).toContain(`! the run stopped early: ${stopped}`);
  expect(news({ stopped }, runLine({ stopped }))).toBe('');
  expect(news({}, runLine({ stopped }))).toContain('✓ the run came to its end again');
});

it('tells a reason once although its times change', () => {
  const waiting = (until: string) => `the wait is 24 hours (until ${until})`;
  const before = runLine({ stopped: waiting('2026-11-22T15:00:25Z') });
  expect(news({ stopped: waiting('2026-11-22T15:15:25Z') }, before)).toBe('');
});

it('takes no Ctrl-C for news', () => {
  expect(news({ stopped: 'interrupted' })).toBe('');
  expect(news({}, runLine({ stopped: 'interrupted' }))).toBe('');
});

it('prints no commands of a CI system and nothing that steers a terminal', () => {
  const changes = [{ kind: 'header', id: '::error::x', left: '\u001b[2J', right: '##vso[task]' }] as const;
  const text = news({ changes });
  expect(text).not.toContain('\u001b');
  expect(text).not.toMatch(/##\w*\[/);
});
