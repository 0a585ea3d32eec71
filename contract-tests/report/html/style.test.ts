import { expect, test } from 'vitest';
import { style } from './style.js';

const [day = '', night = ''] = style.split('prefers-color-scheme: dark');

const pairs = [
  ...['ink', 'muted', 'link'].flatMap((text) => ['ground', 'panel', 'sunken'].map((ground) => [text, ground])),
  ...['red', 'amber', 'green', 'violet', 'grey'].map((colour) => [colour, `${colour}-soft`]),
  ...['green', 'red', 'amber'].map((colour) => [colour, 'panel']),
  ['ink', 'green-soft'],
  ['ink', 'red-soft'],
] as [string, string][];

test.each(pairs)('can be read by day: %s on %s', (text, ground) => {
  expect(contrast(colourOf(text, day), colourOf(ground, day))).toBeGreaterThanOrEqual(4.5);
});

test.each(pairs)('can be read by night: %s on %s', (text, ground) => {
  expect(contrast(colourOf(text, night), colourOf(ground, night))).toBeGreaterThanOrEqual(4.5);
});

function colourOf(name: string, css: string): string {
  const hex = new RegExp(`--${name}: #([0-9a-f]{3,6});`).exec(css)?.[1];
  if (hex === undefined) throw new Error(`There is no colour ${name}.`);
  return hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
}

/** WCAG 2.2, contrast ratio. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
