import type { Verdict } from '../src/judge/judge.js';
import { levels } from '../src/transcript/transcript.js';
import { KEPT_FOR_RESTORING } from './governor/quota.js';
import { generatedBodies } from './probes/generated-bodies.js';
import type { Probe } from './probes/probe.js';
import type { Session } from './session.js';
import type { SuiteOptions } from './suite.js';

/** Requests of `--depth thorough`, shrinking included. */
const GENERATED_BUDGET = 100;
const RUNS = 50;

const update = {
  name: 'generated-update',
  level: 'write',
  method: 'PATCH',
  path: '/inventory/{petId}',
  credential: 'key',
  needs: 'pet',
  why: 'a generated body has a documented answer',
} as const satisfies Probe;

const message = { ...update, name: 'generated-message', method: 'POST', path: '/messages', needs: 'messages' } as const;

/**
 * Sends bodies that are made up around the schemas, by the seed. Where one breaks a rule that nothing broke before, it is
 * sent again in ever simpler forms, so that the last one of its kind in the transcript is the simplest.
 */
export async function sendGenerated(
  session: Session,
  options: SuiteOptions,
  verdicts: () => readonly Verdict[],
): Promise<void> {
  if (levels.indexOf(options.level) < levels.indexOf('write')) return;
  const probes: readonly Probe[] = options.messagesUrl !== undefined && options.isFake ? [update, message] : [update];
  session.budget.raise(GENERATED_BUDGET + KEPT_FOR_RESTORING);
  for (const probe of probes) await tryBodies(probe, GENERATED_BUDGET / probes.length, session, options, verdicts);
  await session.guard?.settle();
}

async function tryBodies(
  probe: Probe,
  most: number,
  session: Session,
  { seed }: SuiteOptions,
  verdicts: () => readonly Verdict[],
): Promise<void> {
  const fc = await import('fast-check');
  const before = new Set(violations(verdicts()).map(({ rule }) => rule.id));
  const end = session.exchanges.length + most;
  let thrown: unknown;
  const isAnsweredWell = async (body: string, contentType: string | null) => {
    if (thrown !== undefined || session.exchanges.length >= end || !session.hasRoomFor(probe)) return true;
    try {
      const exchange = await session.perform({ ...probe, body, contentType });
      const broken = violations(verdicts()).filter(({ rule }) => !before.has(rule.id));
      return !broken.some(({ findings }) => findings.some((finding) => finding.exchange === exchange?.number));
    } catch (error) {
      // It would be taken for a failing input, and shrunk.
      thrown = error;
      return true;
    }
  };
  const property = fc.asyncProperty(
    generatedBodies(fc, probe.needs === 'messages' ? 'message' : 'quantity'),
    (generated) => isAnsweredWell(generated.body, generated.contentType),
  );
  await fc.check(property, { seed, numRuns: RUNS });
  if (thrown !== undefined) throw thrown;
}

function violations(verdicts: readonly Verdict[]): Verdict[] {
  return verdicts.filter(({ outcome }) => outcome === 'violation');
}
