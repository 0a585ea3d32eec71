import { isJson } from '../../json/is-json.js';

/**
 * Writes a JSON text over several lines. It moves nothing but the space between the tokens: a number of twenty digits
 * stays what it is. Answers undefined for a text that is no JSON.
 */
export function indentJson(text: string): string | undefined {
  if (!isJson(text)) return undefined;
  const pieces: string[] = [];
  let depth = 0;
  let isOpened = false;
  const breakLine = () => pieces.push('\n', '  '.repeat(depth));

  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    const isClosing = token === '}' || token === ']';
    if (isClosing) depth--;
    if (isOpened !== isClosing && (isOpened || isClosing)) breakLine();
    isOpened = token === '{' || token === '[';
    if (isOpened) depth++;
    pieces.push(token);
    if (token === ',') breakLine();
    if (token === ':') pieces.push(' ');
  }
  return pieces.join('');
}
