import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** Writes down the licence of every package that bundles hold parts of, as these licences ask. Throws where a package has none. */
export async function thirdPartyNotices(bundles: readonly Metafile[], root: string): Promise<string> {
  const inputs = bundles.flatMap(({ inputs }) => Object.keys(inputs));
  const folders = inputs.flatMap((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []);
  const notices = await Promise.all([...new Set(folders)].sort().map((folder) => noticeOf(join(root, folder))));
  return `Parts of these packages are in the files of this one.\n\n${notices.join('\n')}`;
}

async function noticeOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined && license === undefined) throw new Error(`${name} is bundled and has no licence.`);
  const text = file === undefined ? `Licence: ${license}` : await readFile(join(folder, file), 'utf8');
  return `${'='.repeat(80)}\n${name} ${version}\n\n${text.trim()}\n`;
}
