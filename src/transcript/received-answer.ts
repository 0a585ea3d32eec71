import type { HeaderList } from './exchange.js';

/** An answer as it came, its body decoded: no gzip, no chunks. Nothing of it is redacted yet. */
export interface ReceivedAnswer {
  /** Such as `1.1` or `2`; empty where it is not known. */
  readonly httpVersion: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  /** Why the body is not whole, in a few words; undefined where it is. */
  readonly incomplete: string | undefined;
}
