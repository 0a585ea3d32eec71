import type { Live } from './live.js';

/** Answers where clients reach the service: of a proxy, where the proxy itself stands, which is where this page came from. */
export function serviceUrl({ hello, isProxy }: Pick<Live, 'hello' | 'isProxy'>, origin: string): string | undefined {
  const { baseUrl } = hello.value ?? {};
  if (baseUrl === undefined || !isProxy.value) return baseUrl;
  return origin + new URL(baseUrl).pathname.replace(/\/$/, '');
}
