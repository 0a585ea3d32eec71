/** Header names as they are written and their values, in order. */
export type Headers = readonly (readonly [name: string, value: string])[];

export interface ServiceRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A whole deployment in one process. It has no clock: every request says what time it is. */
export interface Service {
  answer(request: ServiceRequest, nowMs: number): ServiceAnswer;
  /** Where messages are sent; `/v1` where nothing else is said. Without `/messages`. */
  readonly messagesBasePath: string;
  /** How long an answer takes. */
  readonly answerMs: number;
}

/** The one key that every service here knows. It opens nothing anywhere. */
export const GOOD_KEY = 'good-key';

export function headerIn(headers: Headers, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}

/** Returns the headers with one set, or taken away where the value is undefined. */
export function withHeader<T extends { readonly headers: Headers }>(answer: T, name: string, value?: string): T {
  const others = answer.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase());
  return { ...answer, headers: value === undefined ? others : [...others, [name, value]] };
}
