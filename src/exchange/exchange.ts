/** Header names as they were written and their values, in order; a name may stand there several times. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A request as it was sent, every secret replaced by its pseudonym. */
export interface RecordedRequest {
  readonly method: string;
  /** The whole URL, without a fragment. */
  readonly url: string;
  readonly headers: HeaderList;
  /** Undefined where no body was sent. */
  readonly body: string | undefined;
  /** A recording that does not hold the body that was sent, or not as it was sent; nothing may be concluded from it. */
  readonly isBodyMissing?: true;
  readonly credential: Credential;
}

/**
 * The body of an answer, decoded. `missing`: it is not known, or not whole (not recorded, too large, cut off); no rule may
 * conclude anything from it. `isRedacted`: a secret was replaced in the text, which may have broken it.
 */
export type RecordedBody =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string; readonly isRedacted: boolean }
  | { readonly kind: 'binary'; readonly bytes: number }
  | { readonly kind: 'missing'; readonly why: string };

export interface RecordedResponse {
  readonly httpVersion: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: RecordedBody;
  /** Seen by a page of another origin: a header that the answer does not expose is hidden from it, so that none is known to be absent. */
  readonly mayHideHeaders?: true;
  /** Seen by a page, which cannot tell the service's answer from the one that its browser had kept. */
  readonly mayBeCached?: true;
}

/** One request and what came back, frozen. Holds no secret. */
export interface Exchange {
  /** Its place in the transcript, counted from 1. */
  readonly number: number;
  /** The probe that sent it; undefined in a recording of somebody else's traffic. */
  readonly probe: string | undefined;
  readonly request: RecordedRequest;
  /** Undefined when none came: then `failure` says why in one line. */
  readonly response: RecordedResponse | undefined;
  readonly failure: string | undefined;
  /** Milliseconds since the epoch by the clock of the one who sent. */
  readonly startedMs: number;
  readonly endedMs: number;
  /** Up to which exchange all answers were in their senders' hands when this was sent. Left out where that is not known. */
  readonly sentAfter?: number;
}

/** Returns the value of a header whatever the case of its name, several of one name joined by `, ` (RFC 9110 §5.3). */
export function headerOf(headers: HeaderList, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const values = headers.filter(([each]) => each.toLowerCase() === wanted).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(', ');
}

/**
 * With what a request showed who it comes from. `name` is a pseudonym such as `key#1`, the same one for the same key.
 *
 * - `none`: it is known that nothing was sent.
 * - `bearer`: `Authorization: Bearer <key>`. Its standing: `given` by the user as a good key, `made-up` by the suite and
 *   certainly wrong, or `unknown` (a recording).
 * - `misplaced`: a given key where it does not count: under another scheme or in the query.
 * - `unknown`: a recording that may have been stripped of its credentials.
 */
export type Credential =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly name: string; readonly standing: 'given' | 'made-up' | 'unknown' }
  | { readonly kind: 'misplaced'; readonly name: string; readonly where: 'basic' | 'query' }
  | { readonly kind: 'unknown' };

/** One request and what came back, as it passed: nothing is redacted yet. */
export interface RawExchange {
  readonly request: {
    readonly method: string;
    /** The whole URL, as the service was asked for it. */
    readonly url: string;
    readonly headers: HeaderList;
    /** Undefined where none was sent. */
    readonly body: Uint8Array | undefined;
    /** A body was sent that is not at hand, or not whole. */
    readonly isBodyMissing?: true;
    /** It may have come with credentials that nobody could see here, as a browser adds cookies. */
    readonly mayHideCredentials?: true;
  };
  /** Undefined where none came. */
  readonly response:
    | (RawResponse & {
        /** As in a recorded answer. */
        readonly mayHideHeaders?: true;
        readonly mayBeCached?: true;
      })
    | undefined;
  /** Why no answer came, in one line; undefined where one did. */
  readonly failure: string | undefined;
  /** Who broke off before all of an answer had come, where that is known. */
  readonly cutBy?: 'service' | 'client';
  /** Milliseconds since the epoch, by one clock. */
  readonly startedMs: number;
  readonly endedMs: number;
  /** Up to which exchange all answers were in their senders' hands when this was sent; left out where that is not known. */
  readonly sentAfter?: number;
}

/** An answer as it came, its body decoded: no gzip, no chunks. Nothing of it is redacted yet. */
export interface RawResponse {
  /** Such as `1.1` or `2`; empty where it is not known. */
  readonly httpVersion: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  /** Why the body is not whole, in a few words; undefined where it is. */
  readonly incomplete: string | undefined;
}

type Sent = Pick<Exchange, 'number' | 'startedMs'>;

/** For `sort`: what was sent first comes first, whichever answer was complete first. */
export function bySending(one: Sent, other: Sent): number {
  return one.startedMs - other.startedMs || one.number - other.number;
}
