/** What a rival needs besides its framework: a port, the pets, one key with its quota, headers and errors. `<file of pets>` */
import { readFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import type { ErrorBody, InventoryItem } from '../src/service/schemas.js';

const LIMIT = 1_000_000_000;
const WINDOW_MS = 60_000;

/** The list of the measured product, so that all hold the same pets. */
export const pets: readonly InventoryItem[] =
  process.argv[2] === undefined ? [] : JSON.parse(readFileSync(process.argv[2], 'utf8'));

/** Headers of every response. */
export const commonHeaders = {
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Deprecation, Sunset, Link, WWW-Authenticate, X-Mock-Assumed',
} as const;

interface Account {
  used: number;
  resetAtMs: number;
}

const accounts = new Map<string, Account>([['test_enterprise', { used: 0, resetAtMs: 0 }]]);

/** Charges the account of a key; `known` is false if there is none. */
export function charge(authorization: string | null | undefined) {
  const account = accounts.get(authorization?.replace(/^Bearer /, '') ?? '');
  const nowMs = Date.now();
  if (account === undefined) return { known: false, headers: rateLimitHeaders(0, nowMs + WINDOW_MS) };
  if (nowMs >= account.resetAtMs) {
    account.used = 0;
    account.resetAtMs = nowMs + WINDOW_MS;
  }
  account.used += 1;
  return { known: true, headers: rateLimitHeaders(account.used, account.resetAtMs) };
}

function rateLimitHeaders(used: number, resetAtMs: number) {
  return {
    'X-RateLimit-Limit': String(LIMIT),
    'X-RateLimit-Remaining': String(LIMIT - used),
    'X-RateLimit-Reset': String(Math.ceil(resetAtMs / 1000)),
  };
}

export function errorBody(status: number, code: string): ErrorBody {
  return { code, message: `The request was rejected: ${code}`, status };
}

/** Prints where a server listens, as `petstore-mock serve` does; whoever started it waits for that line. */
export function announce(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`http://127.0.0.1:${port}/v1\n`);
  });
  process.once('SIGTERM', () => process.exit(0));
}
