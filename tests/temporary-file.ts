import { mkdirSync, readdirSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a folder that is removed when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-mock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a file that is removed with its folder when the test ends; returns its path. */
export async function temporaryFile(name: string, text: string): Promise<string> {
  const file = join(await temporaryFolder(), name);
  await writeFile(file, text);
  return file;
}

/** Lets everybody read and write new files until the test ends. */
export function withoutUmask(): void {
  const mask = process.umask(0);
  onTestFinished(() => void process.umask(mask));
}

/** Returns the modes of what a folder contains by name, such as `600`. */
export function modesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder);
  return Object.fromEntries(names.map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]));
}

/** Creates a folder with a folder, a file, and a link to each and to nothing. Returns the real path. */
export async function folderWithLinks(): Promise<string> {
  const folder = realpathSync(await temporaryFolder());
  mkdirSync(join(folder, 'folder'));
  writeFileSync(join(folder, 'file'), '');
  for (const target of ['folder', 'file', 'nowhere']) symlinkSync(target, join(folder, `to-${target}`));
  return folder;
}
