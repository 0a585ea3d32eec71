import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const tokens = readFileSync(new URL('../src/dashboard/style/tokens.css', import.meta.url), 'utf8');

/** WCAG 2.2 AA: 4.5 for text (1.4.3), 3 for the parts of controls and charts (1.4.11). */
const TEXT = 4.5;
const PART = 3;

const tones = ['ok', 'refused', 'limited', 'failed', 'broken'];
const grounds = ['canvas', 'surface', 'sunken', 'raised', 'hover'];
const texts = ['ink', 'ink-soft', 'ink-faint', 'accent-ink', ...tones.map((tone) => `${tone}-ink`)];

const pairs: [string, string, number][] = [
  ...texts.flatMap((text) => grounds.map((ground): [string, string, number] => [text, ground, TEXT])),
  ...tones.map((tone): [string, string, number] => [`${tone}-ink`, `${tone}-tint`, TEXT]),
  ...tones.map((tone): [string, string, number] => [`${tone}-solid`, 'surface', PART]),
  // The edge of a pill in a row that is under the pointer, or open.
  ...['hover', 'accent-tint'].map((row): [string, string, number] => ['broken-solid', row, PART]),
  ['accent-ink', 'accent-tint', TEXT],
  ['on-accent', 'accent', TEXT],
  ['on-accent', 'accent-hover', TEXT],
  ['accent', 'surface', PART],
  ['line-strong', 'surface', PART],
  ['line-strong', 'canvas', PART],
  ['focus', 'canvas', PART],
  ['focus', 'surface', PART],
  ['focus', 'hover', PART],
];

it.each(pairs)('shows %s on %s with a contrast of at least %s, in the light and in the dark', (front, back, least) => {
  expect(contrast(colourOf(front, 'light'), colourOf(back, 'light'))).toBeGreaterThanOrEqual(least);
  expect(contrast(colourOf(front, 'dark'), colourOf(back, 'dark'))).toBeGreaterThanOrEqual(least);
});

it('outlines a grey pill in a row', () => {
  const rules = readFileSync(new URL('../src/dashboard/style/requests.css', import.meta.url), 'utf8');
  expect(rules).toMatch(/\.feed-table \.badge\.is-broken \{\s+box-shadow: inset 0 0 0 1px var\(--tone-solid\);/);
});

function colourOf(name: string, theme: 'light' | 'dark'): string {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\);`).exec(tokens) ?? [];
  return (theme === 'light' ? light : dark) ?? expect.fail(`there is no colour ${name}`);
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
