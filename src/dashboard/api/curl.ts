import type { KeyState } from '../../admin/schemas/keys.js';
import { quoteForShell } from '../../exchange/curl-line.js';
import { writeJson } from '../../spec/json.js';
import type { Live } from '../live/live.js';

/** Returns a valid sample key; undefined if the world has none. */
export function sampleKey(keys: readonly KeyState[]): string | undefined {
  return keys.find(({ name, state }) => name !== null && state === 'valid')?.name ?? undefined;
}

/** Returns the first command to try: with a valid sample key if the world has one, otherwise with `$PETSTORE_API_KEY`. */
export function firstCurl(baseUrl: string, keys: readonly KeyState[]): string {
  return `curl -i -H "Authorization: Bearer ${sampleKey(keys) ?? '$PETSTORE_API_KEY'}" ${baseUrl}/inventory`;
}

/** Returns the URL where clients reach the service. A proxy has the origin of this page. */
export function serviceUrl({ hello, isProxy }: Pick<Live, 'hello' | 'isProxy'>, origin: string): string | undefined {
  const { baseUrl } = hello.value ?? {};
  if (baseUrl === undefined || !isProxy.value) return baseUrl;
  return origin + new URL(baseUrl).pathname.replace(/\/$/, '');
}

interface CurlOptions {
  readonly method: string;
  readonly url: string;
  /** Name of the shell variable that holds the bearer token. */
  readonly tokenVariable: 'PETSTORE_API_KEY' | 'PETSTORE_ADMIN_TOKEN';
  readonly body?: unknown;
  /** Name of a file that is the body. */
  readonly file?: string | undefined;
  /** Whether the response is a stream, which curl is to print as it comes. */
  readonly isStream?: boolean;
}

/** Returns a curl command for one line of a POSIX shell. The token is never part of it. */
export function operationCurl({ method, url, tokenVariable, body, file, isStream }: CurlOptions): string {
  return [
    isStream ? 'curl -N' : 'curl',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    `-H "Authorization: Bearer $${tokenVariable}"`,
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoteForShell(writeJson(body))}`]),
    ...(file === undefined ? [] : [`-T ${file}`]),
    quoteForShell(url),
  ].join(' ');
}
