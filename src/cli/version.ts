import { readFileSync } from 'node:fs';

/** Reads the version of this package; its description lies two folders up from the sources and from the bundle alike. */
export function readVersion(): string {
  const description = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return description.version;
}
