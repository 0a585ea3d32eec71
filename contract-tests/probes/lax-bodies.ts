import type { Draw } from '../draw.js';

/** What some parsers take for JSON: those of other formats (JSON5, YAML), of other languages, and lenient ones. `K` is a name, `V` its value. */
const LAX = ["{'K':V}", '{"K":V,}', '{K: V}', '{"K":/* new */V}', '{"K":V};', '{"K":V} }', '{"K":V # new\n}'];
const LAX_NUMBERS = ['{"K":NaN}', '{"K":Infinity}', '{"K":0V}', '{"K":+V}'];
/** A raw line break, and another control character. */
const LAX_TEXTS = ['{"K":"A message\nin two lines"}', '{"K":"A message\u0001"}'];

/** Draws a body that is not JSON for an update, and another one for a message. */
export function drawLaxBodies(draw: Draw): { readonly laxUpdate: string; readonly laxMessage: string } {
  const write = (form: string, name: string, value: string) => form.replace('K', name).replace('V', () => value);
  const of = <Item>(all: readonly Item[]) => all[draw.integer(0, all.length - 1)] as Item;
  const update = of([...LAX, ...LAX_NUMBERS]);
  const message = of([...LAX, ...LAX_TEXTS].filter((form) => form !== update));
  const quote = message.startsWith("{'") ? "'" : '"';
  return {
    laxUpdate: write(update, 'quantity', '{quantity}'),
    laxMessage: write(message, 'message', `${quote}A message that is not JSON${quote}`),
  };
}
