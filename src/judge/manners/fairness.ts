/**
 * How long after an answer came its client may still send without having looked at it: what was on its way, or about to be. A fake's
 * journal tells when an answer was made and not when it was read, and with a clock that stands still all is one moment.
 */
export const NOTICE_MS = 250;

/**
 * Equal requests that may have been sent side by side, without looking at answers: each card of a page may load the same. Who
 * sends more of them in the moment of a refusal has read it, and insists.
 */
export const MOST_SIDE_BY_SIDE = 20;

/**
 * How often in a row the same has to be sent again in the moment of its refusal, this being in hand. Once may be another part of a
 * page that asks for the same a little later, and that no real service would have answered so soon.
 */
export const ENOUGH_REPEATS = 2;

/** Timers fire a little early, and clocks are set right while one waits. */
export const EARLY_MS = 100;

/** Recordings from browsers are often stripped of their keys: two requests in them may be of two clients. */
export const WHOSE_IS_UNKNOWN = 'the recording does not tell with which key it was sent';
