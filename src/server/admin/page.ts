import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { formatHttpDate } from '../../json/dates.js';
import { jsonErrorResponse } from '../json-response.js';
import type { ServedResponse } from '../responder.js';
import { isOfPage, opensPage, PAGE_PATH, type PageRequest } from './admin-path.js';

/** The web page of the control room. Returns undefined for requests that are not below `/__admin/ui`. */
export type Page = (request: PageRequest) => ServedResponse | undefined;

const EMPTY = new Uint8Array(0);

/** Serves the page that was built into a folder, as the folder is at the first request. */
export function createPage(folder: string): Page {
  let files: ReturnType<typeof readPageFiles>;

  const nothing = (message: string) => jsonErrorResponse(404, 'not_found', message, Date.now(), pageHeaders);
  const respond = (status: number, headers: ServedResponse['headers'], bytes: Uint8Array): ServedResponse => ({
    status,
    headers: {
      Date: formatHttpDate(Date.now()),
      'Content-Length': String(bytes.length),
      ...pageHeaders,
      ...headers,
    },
    body: undefined,
    encodedBody: bytes,
    keyAlias: undefined,
  });

  return (request) => {
    const { path } = request;
    if (!opensPage(request)) return undefined;
    if (!isOfPage(path)) return respond(302, { Location: PAGE_PATH, 'Cache-Control': 'no-store' }, EMPTY);
    files ??= readPageFiles(folder);
    if (files === undefined) return nothing('The page was not built. Build it with npm run build.');
    const file = files.get(path.slice(PAGE_PATH.length + 1) || INDEX);
    if (file === undefined) return nothing(`The page has no such file. Open it at ${PAGE_PATH}`);
    return respond(200, { 'Cache-Control': 'no-cache', 'Content-Type': file.contentType }, file.bytes);
  };
}

const INDEX = 'index.html';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Returns all files of a folder by their path below it, with slashes; undefined if the page was not built. */
function readPageFiles(folder: string) {
  if (!existsSync(join(folder, INDEX))) return undefined;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  // Links are skipped: their target may be anywhere.
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    files.map((file) => {
      const path = relative(folder, file).split(sep).join('/');
      const contentType = CONTENT_TYPES[extname(path)] ?? 'application/octet-stream';
      return [path, { bytes: readFileSync(file), contentType }] as const;
    }),
  );
}

/** The page loads only its own files and nothing inline; it cannot be framed. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

const pageHeaders = {
  'Content-Security-Policy': POLICY.join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;
