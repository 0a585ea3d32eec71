import type { Credential } from './credential.js';

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

export interface RecordedAnswer {
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
  readonly answer: RecordedAnswer | undefined;
  readonly failure: string | undefined;
  /** Milliseconds since the epoch by the clock of the one who sent. */
  readonly startedMs: number;
  readonly endedMs: number;
  /** Up to which exchange all answers were in their senders' hands when this was sent. Left out where that is not known. */
  readonly sentAfter?: number;
}

/** Answers the value of a header whatever the case of its name, several of one name joined by `, ` (RFC 9110 §5.3). */
export function headerOf(headers: HeaderList, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const values = headers.filter(([each]) => each.toLowerCase() === wanted).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(', ');
}
