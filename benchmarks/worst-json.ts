/** Returns JSON that is costly to parse, by what it consists of; each text has about so many characters. */
export function worstJson(characters: number): Readonly<Record<string, string>> {
  const arrayOf = (item: string) => `[${`${item},`.repeat(characters / (item.length + 1) - 1)}${item}]`;
  const objectOf = (member: (index: number) => string) =>
    `{${Array.from({ length: characters / (member(10_000).length + 1) }, (_, index) => member(index)).join(',')}}`;
  return {
    'one string': `"${'x'.repeat(characters - 2)}"`,
    escapes: `"${'\\n'.repeat(characters / 2 - 1)}"`,
    'short strings': arrayOf('"ab"'),
    'longer strings': arrayOf('"abcdefghijklmnop"'),
    zeros: arrayOf('0'),
    fractions: arrayOf('1.5'),
    'fractions such as 0.10': arrayOf('0.10'),
    'numbers such as 1e2': arrayOf('1e2'),
    'integers beyond 2^53': arrayOf('9007199254740993'),
    digits: '1'.repeat(characters),
    blanks: `${' '.repeat(characters - 1)}1`,
    'empty objects': arrayOf('{}'),
    keys: objectOf((index) => `"key${index}":1`),
    nested: arrayOf(`${'['.repeat(20)}${']'.repeat(20)}`),
  };
}
