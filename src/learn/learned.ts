import type { JsonValue } from '../json/json-value.js';
import type { MemberReadings } from '../judge/observations/seen.js';
import type { Reading } from '../judge/reading.js';

/** What was learned of one open question; no answer: why not is in the note. */
export interface Learned {
  readonly answer: JsonValue | undefined;
  /** One line. It holds no text of the service's. */
  readonly note: string;
  readonly readings: readonly Reading[];
  /** Members of an observed answer that were not seen themselves. */
  readonly unseen?: readonly string[];
  /** What shows single fields of the records. */
  readonly members?: MemberReadings;
}
