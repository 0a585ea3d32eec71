import type { ReceivedAnswer } from '../../src/transcript/received-answer.js';
import type { PetstoreAnswer } from '../petstore-answer.js';

/** What an answer is besides, that did not come from the fake. */
export interface Passed extends Pick<ReceivedAnswer, 'httpVersion' | 'statusText' | 'headers' | 'incomplete'> {
  /** Why no answer came, in one line. */
  readonly failure: string | undefined;
  /** Who broke off before all of it had come. */
  readonly cutBy: 'service' | 'client' | undefined;
}

/** An answer as the journal takes it down: the fake's own, or one that passed through a proxy. */
export interface JournaledAnswer extends PetstoreAnswer {
  readonly passed?: Passed;
}

/**
 * Answers what a proxy hands to the journal: what a service answered, or why it did not. The body is kept as bytes: UTF-8 becomes
 * text when somebody reads it, anything else is told by its length.
 */
export function passedAnswer(
  received: ReceivedAnswer | undefined,
  failure?: string,
  cutBy?: Passed['cutBy'],
): JournaledAnswer {
  const { status = 0, body, httpVersion = '', statusText = '', headers = [], incomplete } = received ?? {};
  return {
    status,
    headers: {},
    body: undefined,
    encodedBody: body,
    delayMs: 0,
    dripMs: 0,
    cut: received === undefined ? 'reset' : undefined,
    keyAlias: undefined,
    assumed: NOTHING,
    faultId: undefined,
    passed: {
      httpVersion,
      statusText,
      headers,
      incomplete,
      failure: received === undefined ? failure : undefined,
      cutBy,
    },
  };
}

const NOTHING: PetstoreAnswer['assumed'] = new Set();
