/** Header names as they are written and their values, in order. */
export type Headers = readonly (readonly [name: string, value: string])[];

export interface ServiceRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  /** Requests with one number came over one connection; undefined: over one of their own. */
  readonly connection?: number;
}

export interface ServiceResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** Sent instead of the body. */
  readonly bytes?: Uint8Array;
}

/** A whole deployment in one process. It has no clock: the caller passes the time. */
export interface Service {
  /** Called first, when a request arrives: others may arrive before it is handled. */
  receive?(request: ServiceRequest, nowMs: number): void | Promise<void>;
  handle(request: ServiceRequest, nowMs: number): ServiceResponse;
  /** Where messages are sent, without `/messages`; usually `/v1`. */
  readonly messagesBasePath: string;
  /** The time between a request and its response. */
  readonly latencyMs: number;
}

/** The key that every service accepts unless its traits name another one. */
export const GOOD_KEY = 'good-key';

export function headerIn(headers: Headers, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1];
}

/** Returns the headers with one set, or removed if the value is undefined. */
export function withHeader<T extends { readonly headers: Headers }>(response: T, name: string, value?: string): T {
  const others = response.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase());
  return { ...response, headers: value === undefined ? others : [...others, [name, value]] };
}
