import { headerValue } from '../../../../mocks/petstore-request.js';
import { formatHttpDate } from '../../../spec/http-date.js';
import { errorAnswer } from '../../error-answer.js';
import type { ServerAnswer } from '../../responder.js';
import { ADMIN_PATH } from '../admin-path.js';
import { isOfPage, opensPage, PAGE_PATH, type PageRequest } from './opens-page.js';
import { INDEX, type PageFile, readPageFiles } from './page-files.js';
import { pageHeaders } from './page-headers.js';

/** The web page of the control room: answers what is below `/__admin/ui`, and undefined for what is not its to answer. */
export type Page = (request: PageRequest) => ServerAnswer | undefined;

const EMPTY = new Uint8Array(0);

/** Serves the page that was built into a folder. It is read when somebody first asks, and no file that was not there then is served. */
export function createPage(folder: string, now: () => number): Page {
  let files: ReturnType<typeof readPageFiles>;

  const nothing = (message: string) => errorAnswer(404, 'not_found', message, now(), pageHeaders);
  const date = () => ({ Date: formatHttpDate(now()) });

  const send = ({ bytes, contentType, etag, isImmutable }: PageFile, request: PageRequest): ServerAnswer => {
    const headers = {
      ...date(),
      ...pageHeaders,
      ETag: etag,
      'Cache-Control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    };
    if (isKnown(headerValue(request, 'if-none-match'), etag)) return answerOf(304, headers, EMPTY);
    return answerOf(200, { ...headers, 'Content-Type': contentType, 'Content-Length': String(bytes.length) }, bytes);
  };

  return (request) => {
    const { path } = request;
    if (!opensPage(request)) return isOfPage(path) ? wrongMethod(now()) : undefined;
    if (!isOfPage(path)) {
      const headers = {
        ...date(),
        ...pageHeaders,
        Location: PAGE_PATH,
        'Content-Length': '0',
        'Cache-Control': 'no-store',
      };
      return answerOf(302, headers, EMPTY);
    }
    files ??= readPageFiles(folder);
    if (files === undefined) return nothing('The page was not built. Build it with npm run build.');
    const file = files.get(path.slice(PAGE_PATH.length + 1) || INDEX);
    return file === undefined ? nothing(`The page has no such part. It is at ${PAGE_PATH}`) : send(file, request);
  };
}

function answerOf(status: number, headers: ServerAnswer['headers'], bytes: Uint8Array): ServerAnswer {
  return { status, headers, body: undefined, encodedBody: bytes, keyAlias: undefined };
}

function wrongMethod(nowMs: number): ServerAnswer {
  const message = `The page is opened by GET. The admin API is beside it: GET ${ADMIN_PATH}/health`;
  return errorAnswer(405, 'method_not_allowed', message, nowMs, { ...pageHeaders, Allow: 'GET, HEAD' });
}

/** Compares as RFC 9110 §13.1.2 says, which takes `W/"a"` for `"a"`. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, ''))) ?? false;
}
