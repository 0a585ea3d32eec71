import { createColors } from 'picocolors';
import { expect, it } from 'vitest';
import { levelText } from './level-text.js';

const layout = { colors: createColors(false), width: 100, isTerminal: false };
const textOf = (...[how, isOfUse]: [Parameters<typeof levelText>[0], Parameters<typeof levelText>[2]?]) =>
  levelText(how, layout, isOfUse).replace(/\s+/g, ' ').trim();

it('says what a level does, and what the next one would add', () => {
  const silent = textOf({ level: 'read', sendsMessages: false });
  expect(silent).toMatch(
    /^Level read: writes nothing\. --level write would also show \d+ questions, such as quantity-range\.$/,
  );
  const number = (text: string) => Number(/show (\d+)/.exec(text)?.[1]);
  expect(number(textOf({ level: 'read', sendsMessages: true }))).toBeGreaterThan(number(silent));
});

it('adds nothing to the highest level, nor what the other side does not show', () => {
  expect(textOf({ level: 'exhaust', sendsMessages: true })).toBe(
    'Level exhaust: updates pets, restores them, and uses up the quota of the key; sends messages.',
  );
  expect(textOf({ level: 'read', sendsMessages: true }, () => false)).toBe('Level read: writes nothing.');
  expect(textOf({ level: 'read', sendsMessages: true }, (id) => id === 'body-limit')).toContain(
    'show 1 question, such as body-limit.',
  );
});
