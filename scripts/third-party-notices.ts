import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const PACKAGE_FOLDER = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;

/**
 * Writes down the licence of every package that bundles hold parts of, as these licences ask. `inputs` are the files that went
 * into them, from the root or in full. Throws where a package has no licence.
 */
export async function thirdPartyNotices(inputs: readonly string[], root: string): Promise<string> {
  const files = inputs
    .filter((input) => !input.startsWith('\0'))
    .map((input) => resolve(root, input.replace(/\?.*$/, '')));
  const folders = new Set(files.flatMap((file) => PACKAGE_FOLDER.exec(file)?.[0] ?? []));
  const notices = await Promise.all(
    [...folders].sort().map((folder) =>
      noticeOf(
        folder,
        files.filter((file) => file.startsWith(`${folder}/`)),
      ),
    ),
  );
  return `Parts of these packages are in the files of this one.\n\n${notices.join('\n')}`;
}

async function noticeOf(folder: string, files: readonly string[]): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const own = (await readdir(folder)).filter((each) => /^(?:licen[cs]e|notice)(?:\.|$)/i.test(each)).sort();
  // A file that is a bundle itself has the notices of what went into it beside it.
  const inherited = [...new Set(files)].map((file) => `${file}.LICENSE.txt`).filter(existsSync);
  const hasLicence = own.some((each) => /^licen/i.test(each));
  if (!hasLicence && license === undefined) throw new Error(`${name} is bundled and has no licence.`);
  const texts = [...own.map((each) => join(folder, each)), ...inherited].map((file) => readFile(file, 'utf8'));
  const parts = [...(hasLicence ? [] : [`Licence: ${license}`]), ...(await Promise.all(texts))];
  return `${'='.repeat(80)}\n${name} ${version}\n\n${parts.map((part) => part.trim()).join('\n\n')}\n`;
}
