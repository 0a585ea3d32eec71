import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const PACKAGE_FOLDER = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;

/** A package that bundles hold parts of, and the files that went into them. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string | undefined;
  readonly folder: string;
  readonly files: readonly string[];
}

/** Returns the packages that the inputs of bundles belong to. `inputs` are files, from the root or in full. */
export async function bundledPackages(inputs: readonly string[], root: string): Promise<readonly BundledPackage[]> {
  const files = inputs
    .filter((input) => !input.startsWith('\0'))
    .map((input) => resolve(root, input.replace(/\?.*$/, '')));
  const folders = new Set(files.flatMap((file) => PACKAGE_FOLDER.exec(file)?.[0] ?? []));
  return Promise.all(
    [...folders].sort().map(async (folder) => {
      const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
      return { name, version, license, folder, files: files.filter((file) => file.startsWith(`${folder}/`)) };
    }),
  );
}

/** Writes down the licence of every package, as these licences ask. Throws where one has none. */
export async function thirdPartyNotices(packages: readonly BundledPackage[]): Promise<string> {
  const notices = await Promise.all(packages.map(noticeOf));
  return `Parts of these packages are in the files of this one.\n\n${notices.join('\n')}`;
}

async function noticeOf({ name, version, license, folder, files }: BundledPackage): Promise<string> {
  const own = (await readdir(folder)).filter((each) => /^(?:licen[cs]e|notice)(?:\.|$)/i.test(each)).sort();
  // A file that is a bundle itself has the notices of what went into it beside it.
  const inherited = [...new Set(files)].map((file) => `${file}.LICENSE.txt`).filter(existsSync);
  const hasLicence = own.some((each) => /^licen/i.test(each));
  if (!hasLicence && license === undefined) throw new Error(`${name} is bundled and has no licence.`);
  const texts = [...own.map((each) => join(folder, each)), ...inherited].map((file) => readFile(file, 'utf8'));
  const parts = [...(hasLicence ? [] : [`Licence: ${license}`]), ...(await Promise.all(texts))];
  return `${'='.repeat(80)}\n${name} ${version}\n\n${parts.map((part) => part.trim()).join('\n\n')}\n`;
}
