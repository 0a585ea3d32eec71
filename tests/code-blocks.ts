import { readFileSync } from 'node:fs';

/** Returns the code blocks of a page in one language, in order. Throws if there are none: a test of them would pass. */
export function codeBlocks(page: string, language: string): string[] {
  const markdown = readFileSync(new URL(`../${page}`, import.meta.url), 'utf8');
  const blocks = [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))];
  if (blocks.length === 0) throw new Error(`${page} has no code in ${language}.`);
  return blocks.map(([, block = '']) => block);
}
