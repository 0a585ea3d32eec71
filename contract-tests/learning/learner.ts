import type { Exchange } from '../../src/transcript/exchange.js';
import type { Probe } from '../probes/probe.js';
import type { Session } from '../session.js';

/** Sends what learning asks for, as long as there is room. */
export interface Learner {
  readonly session: Session;
  /** Whether a probe was left out since what the user allows had no room for it. */
  readonly isCutShort: boolean;
  /** Answers undefined where there is no room for the probe, or it was left out. */
  send(probe: Probe): Promise<Exchange | undefined>;
}

/** `most` requests in all, and no more of one name than its probe says; `room` is what the user allows. */
export function createLearner(session: Session, most: number, room: number): Learner {
  const sent = new Map<string, number>();
  const start = session.budget.sent;
  let isCutShort = false;
  const hasRoomFor = (probe: Probe) => session.budget.sent - start < room && session.hasRoomFor(probe);
  return {
    session,
    get isCutShort() {
      return isCutShort;
    },
    async send(probe) {
      const times = sent.get(probe.name) ?? 0;
      if (session.budget.sent - start >= most || times >= (probe.atMost ?? 1)) return undefined;
      if (probe.needs === 'pet' && session.guard === undefined) return undefined;
      if (!hasRoomFor(probe)) {
        isCutShort = true;
        return undefined;
      }
      sent.set(probe.name, times + 1);
      return session.perform(probe);
    },
  };
}
