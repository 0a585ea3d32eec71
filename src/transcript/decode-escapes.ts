/** An escaped character of a URL, of a string in JSON or JavaScript, or of HTML. */
const ESCAPE = new RegExp(
  [
    '%[0-7]H|%[cd]H%[89ab]H|%eH(?:%[89ab]H){2}|%f[0-7](?:%[89ab]H){3}',
    '\\\\(?:uH{4}|xH{2}|u\\{H{1,6}\\}|[bfnrt]|[^a-z0-9])',
    '&(?:#\\d{1,7}|#xH{1,6}|amp|lt|gt|quot|apos);?',
  ]
    .join('|')
    .replaceAll('H', '[0-9a-f]'),
  'gi',
);

const NAMED: Readonly<Record<string, string>> = {
  ...{ '\\b': '\b', '\\f': '\f', '\\n': '\n', '\\r': '\r', '\\t': '\t' },
  ...{ '&amp': '&', '&lt': '<', '&gt': '>', '&quot': '"', '&apos': "'" },
};

/** Answers the text with every escaped character as it is meant, whatever language it is escaped for: one level of escapes is undone. */
export function decodeEscapes(text: string): string {
  return text.replace(ESCAPE, decodeEscape);
}

/** Answers, for ascending positions in the decoded text, where each lies in the text that was decoded. */
export function positionsBefore(text: string, decodedPositions: readonly number[]): number[] {
  const positions: number[] = [];
  let removed = 0;
  for (const { 0: escaped, index } of text.matchAll(ESCAPE)) {
    while ((decodedPositions[positions.length] ?? Number.POSITIVE_INFINITY) <= index - removed) {
      positions.push((decodedPositions[positions.length] ?? 0) + removed);
    }
    if (positions.length === decodedPositions.length) return positions;
    removed += escaped.length - decodeEscape(escaped).length;
  }
  return [...positions, ...decodedPositions.slice(positions.length).map((position) => position + removed)];
}

function decodeEscape(escaped: string): string {
  if (escaped.startsWith('%')) return decodePercent(escaped);
  const name = escaped.toLowerCase().replace(/;$/, '');
  const named = NAMED[name];
  if (named !== undefined) return named;
  const hex = /^(?:\\[ux]\{?|&#x)([0-9a-f]+)/.exec(name)?.[1];
  if (hex !== undefined) return fromCodePoint(Number.parseInt(hex, 16), escaped);
  if (name.startsWith('&#')) return fromCodePoint(Number(name.slice(2)), escaped);
  return escaped.slice(1);
}

function decodePercent(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped;
  }
}

function fromCodePoint(codePoint: number, escaped: string): string {
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : escaped;
}
