import type { Draw } from '../draw.js';

/** What a variable that is not set becomes as text, in several languages. */
const MISSING = ['undefined', 'null', 'None', 'nil'];
/** A service that looks keys up in an object finds these in every one. */
const OF_EVERY_OBJECT = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
const TEMPLATES = ['<API_KEY>', 'YOUR_API_KEY', '$' + '{API_KEY}', '{{apiKey}}'];
const OTHER_VALUES = ['[object Object]', 'NaN', 'true', '""'];

export interface MistakenKey {
  readonly key: string;
  /** Whether it is shaped like a real key. The others are words that reports may show. */
  readonly isShaped: boolean;
}

/** Draws the order of keys that programs send by mistake: one of each kind first, and of these the one that shows most. */
export function drawMistakenKeys(draw: Draw): MistakenKey[] {
  const ofOthers = shuffled(keysOfOthers(draw), draw);
  const kinds = [MISSING, OF_EVERY_OBJECT, TEMPLATES].map((words) => shuffled(words, draw));
  const [missing = '', ofObject = '', template = ''] = kinds.map(([first]) => first);
  const [ofOther = ''] = ofOthers;
  const firsts = [ofObject, missing, ...shuffled([template, ofOther], draw)];
  const rest = shuffled([...kinds, ofOthers].flatMap(([, ...others]) => others).concat(OTHER_VALUES), draw);
  return [...firsts, ...rest].map((key) => ({ key, isShaped: ofOthers.includes(key) }));
}

/** Made of parts: a scanner for secrets takes a whole one in a file for real. */
function keysOfOthers(draw: Draw): string[] {
  const random = (length: number) => Array.from({ length }, () => draw.integer(0, 35).toString(36)).join('');
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const unsigned = [part({ alg: 'none', typ: 'JWT' }), part({ sub: random(8), exp: 4_102_444_800 }), ''].join('.');
  return [['sk', 'live', random(24)].join('_'), ['ghp', random(36)].join('_'), unsigned];
}

function shuffled<Item>(items: readonly Item[], draw: Draw): Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(draw.integer(0, left.length - 1), 1));
}
