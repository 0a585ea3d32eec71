import { readFile, writeFile } from 'node:fs/promises';

const root = new URL('../', import.meta.url);

/** Returns the text with what stands between `<!-- name:begin -->` and `<!-- name:end -->` replaced, if they are there. */
export function fill(text: string, name: string, content: string): string {
  const pattern = new RegExp(`(<!-- ${name}:begin -->).*?(<!-- ${name}:end -->)`, 's');
  return text.replace(pattern, (_all, begin, end) => `${begin}\n\n${content}\n\n${end}`);
}

/** Writes a marked block of a page. A page without its marks ends the process with 2: a score took minutes, and is not to be lost in silence. */
export async function writeBlock(file: string, name: string, content: string): Promise<void> {
  const text = await readFile(new URL(file, root), 'utf8');
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  if (!text.includes(begin) || text.indexOf(end) < text.indexOf(begin)) {
    console.error(
      `Cannot write the score: ${file} lacks the lines ${begin} and ${end}. Add them where the table belongs.`,
    );
    process.exitCode = 2;
    return;
  }
  await writeFile(new URL(file, root), fill(text, name, content));
}
