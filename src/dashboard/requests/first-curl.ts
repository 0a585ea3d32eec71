import type { KeyState } from '../../admin/schemas/keys.js';
import type { Live } from '../live/live.js';

/** Returns the first line of a shell to try: with a sample key where the world has one that works, else with one's own. */
export function firstCurl(baseUrl: string, keys: readonly KeyState[]): string {
  const sample = keys.find(({ name, state }) => name !== null && state === 'valid')?.name;
  return `curl -i -H "Authorization: Bearer ${sample ?? '$PETSTORE_API_KEY'}" ${baseUrl}/inventory`;
}

/** Returns where clients reach the service: of a proxy, where the proxy itself stands, which is where this page came from. */
export function serviceUrl({ hello, isProxy }: Pick<Live, 'hello' | 'isProxy'>, origin: string): string | undefined {
  const { baseUrl } = hello.value ?? {};
  if (baseUrl === undefined || !isProxy.value) return baseUrl;
  return origin + new URL(baseUrl).pathname.replace(/\/$/, '');
}
