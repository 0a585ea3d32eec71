import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

/** A file of the built page. */
export interface PageFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Another one for other bytes. */
  readonly etag: string;
  /** Whether its name has a hash of its contents in it. */
  readonly isImmutable: boolean;
}

/** The page itself. */
export const INDEX = 'index.html';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Reads all files of a folder by their path below it, with slashes; undefined where no page was built into it. */
export function readPageFiles(folder: string): ReadonlyMap<string, PageFile> | undefined {
  if (!existsSync(join(folder, INDEX))) return undefined;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  // What a link leads to may lie anywhere.
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    files.map((file) => {
      const path = relative(folder, file).split(sep).join('/');
      return [path, describe(path, readFileSync(file))];
    }),
  );
}

function describe(path: string, bytes: Uint8Array): PageFile {
  return {
    bytes,
    contentType: CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
    // As Vite names what it builds: `assets/index-C0ffee42.js`.
    isImmutable: /^assets\/.+-[\w-]{8}\.\w+$/.test(path),
  };
}
