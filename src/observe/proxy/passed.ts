import type { RawHeaders } from './hop-by-hop.js';

/** What went through the proxy, as it was seen; bodies as they came, not decoded. */
export interface Passed {
  readonly method: string;
  /** The request target, its query included. */
  readonly target: string;
  /** As the service got them. */
  readonly requestHeaders: RawHeaders;
  /** Undefined where it was too large to keep, or did not come whole. */
  readonly requestBody: Uint8Array | undefined;
  /** Undefined where the service gave none: an answer of the proxy's own is not one. */
  readonly answer:
    | {
        readonly httpVersion: string;
        readonly status: number;
        readonly statusText: string;
        readonly headers: RawHeaders;
        /** Undefined where it was too large to keep. */
        readonly body: Uint8Array | undefined;
        /** Why the body did not come whole, in a few words. */
        readonly cut: string | undefined;
      }
    | undefined;
  /** Why there was no answer, in one line. */
  readonly failure: string | undefined;
  /** Of the answer's body, as they came. */
  readonly answerBytes: number;
  /** Who broke off before all of an answer had come; undefined where nobody did, and where the service gave none. */
  readonly cutBy: 'service' | 'client' | undefined;
  /** Milliseconds since the epoch: the request's head came, and the last byte of the service's answer, or that there would be no more. */
  readonly startedMs: number;
  readonly endedMs: number;
}

/** A body of more bytes is not kept. */
export const MOST_KEPT_BYTES = 1024 * 1024;

/** Answers how many bytes of bodies are kept. */
export function keptBytes({ requestBody, answer }: Passed): number {
  return (requestBody?.length ?? 0) + (answer?.body?.length ?? 0);
}
