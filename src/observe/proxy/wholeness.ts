import type { Exchange } from '../../transcript/exchange.js';
import type { Passed } from './passed.js';

/** How many exchanges could not be judged as a whole, by what was missing. */
export interface NotWhole {
  /** The service gave no answer. */
  readonly unanswered: number;
  /** The service broke off in the body. */
  readonly cut: number;
  /** The client did not wait for the end. */
  readonly left: number;
  /** The body was too large to be kept, or could not be decoded. */
  readonly unread: number;
}

export const NONE_MISSING: NotWhole = { unanswered: 0, cut: 0, left: 0, unread: 0 };

/** Counts one exchange more. */
export function countNotWhole(
  counted: NotWhole,
  { answer }: Pick<Exchange, 'answer'>,
  cutBy: Passed['cutBy'],
): NotWhole {
  if (cutBy === 'client') return { ...counted, left: counted.left + 1 };
  if (answer === undefined) return { ...counted, unanswered: counted.unanswered + 1 };
  if (cutBy === 'service') return { ...counted, cut: counted.cut + 1 };
  return answer.body.kind === 'missing' ? { ...counted, unread: counted.unread + 1 } : counted;
}

export function addNotWhole(earlier: NotWhole, later: NotWhole): NotWhole {
  return {
    unanswered: earlier.unanswered + later.unanswered,
    cut: earlier.cut + later.cut,
    left: earlier.left + later.left,
    unread: earlier.unread + later.unread,
  };
}
