import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** The sample key whose plan has no fixed quota, so that a behaviour can move the limit out of the way. */
export const benchmarkKey = 'test_enterprise';

export interface Asked {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

/** Sends one request over its own connection. `key` null sends none. */
export function ask(
  url: string,
  { method = 'GET', key = benchmarkKey, body }: { method?: string; key?: string | null; body?: string } = {},
): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
    };
    const asking = request(url, { method, headers, agent: false }, (response) => {
      text(response).then(
        (text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        reject,
      );
    });
    asking.once('error', reject);
    asking.end(body);
  });
}
