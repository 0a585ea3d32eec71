import type { Exchange } from '../../src/transcript/exchange.js';
import type { Probe } from '../probes/probe.js';
import type { Session } from '../session.js';

/** Sends what learning asks for, as long as there is room. */
export interface Learner {
  readonly session: Session;
  /** Answers undefined where there is no room for the probe, or it was left out. */
  send(probe: Probe): Promise<Exchange | undefined>;
}

/** `most` requests in all, and no more of one name than its probe says. */
export function createLearner(session: Session, most: number): Learner {
  const sent = new Map<string, number>();
  const end = session.budget.sent + most;
  return {
    session,
    async send(probe) {
      const times = sent.get(probe.name) ?? 0;
      if (session.budget.sent >= end || times >= (probe.atMost ?? 1) || !session.hasRoomFor(probe)) return undefined;
      sent.set(probe.name, times + 1);
      return session.perform(probe);
    },
  };
}
