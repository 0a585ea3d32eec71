import type { Arbitrary } from 'fast-check';
import type { Verdict } from '../src/judge/judge.js';
import { RESERVED_FOR_RESTORING } from './governor/quota.js';
import { GENERATED_BUDGET } from './probes/choose-probes.js';
import { post } from './probes/message-probes.js';
import type { Probe } from './probes/probe.js';
import { update } from './probes/update-probes.js';
import type { Session } from './session.js';
import type { SuiteOptions } from './suite.js';

const RUNS = 50;

const WHY = 'a generated body gets a documented response';

/**
 * Sends bodies generated from the schemas, by the seed. If one violates a rule for the first time, it is sent again in simpler
 * and simpler forms, so that the last one of its kind in the transcript is the simplest.
 */
export async function sendGenerated(
  session: Session,
  options: SuiteOptions,
  verdicts: () => readonly Verdict[],
): Promise<void> {
  if (options.level === 'read') return;
  const probes = [update('generated-update', '', WHY)];
  if (options.messagesUrl !== undefined && options.isFake) probes.push(post('generated-message', '', WHY));
  session.budget.raise(GENERATED_BUDGET + RESERVED_FOR_RESTORING);
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
  const isConformant = async (body: string, contentType: string | null) => {
    if (thrown !== undefined || session.exchanges.length >= end || !session.hasRoomFor(probe)) return true;
    try {
      const exchange = await session.perform({ ...probe, body, contentType });
      const added = violations(verdicts()).filter(({ rule }) => !before.has(rule.id));
      return !added.some(({ findings }) => findings.some((finding) => finding.exchange === exchange?.number));
    } catch (error) {
      // fast-check would take it for a failing input, and shrink it.
      thrown = error;
      return true;
    }
  };
  const property = fc.asyncProperty(
    generatedBodies(fc, probe.needs === 'messages' ? 'message' : 'quantity'),
    (generated) => isConformant(generated.body, generated.contentType),
  );
  await fc.check(property, { seed, numRuns: RUNS });
  if (thrown !== undefined) throw thrown;
}

function violations(verdicts: readonly Verdict[]): Verdict[] {
  return verdicts.filter(({ outcome }) => outcome === 'violation');
}

type FastCheck = typeof import('fast-check');

interface GeneratedBody {
  readonly body: string;
  readonly contentType: string | null;
}

/** Numbers that services round, overflow or misread; all but the last four are integers. */
const EDGE_NUMBERS = [
  ...['0', '-0', '1', '-1', '1e2', '5.0', '10E-1', '127', '128', '255', '32768', '65536', '2147483647', '2147483648'],
  ...['-2147483649', '4294967296', '9007199254740993', '9223372036854775807', '9223372036854775808', '1e30'],
  ...['0.1', '1e-7', '1e400', '0.30000000000000004'],
];
const ODD_TYPES = [
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/merge-patch+json',
  'text/plain',
  null,
];
const DEEPEST = 200;
const LONGEST_TEXT = 20_000;

/** Bodies around a schema with one field: valid ones, nearly valid ones and others. */
function generatedBodies(fc: FastCheck, field: 'quantity' | 'message'): Arbitrary<GeneratedBody> {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((value) => JSON.stringify(value));
  const nested = fc.integer({ min: 1, max: DEEPEST }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`);
  const longText = fc.integer({ min: 1, max: LONGEST_TEXT }).map((length) => JSON.stringify('x'.repeat(length)));
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...EDGE_NUMBERS) },
    { weight: 2, arbitrary: text },
    { weight: 1, arbitrary: nested },
    { weight: 1, arbitrary: longText },
    { weight: 1, arbitrary: fc.json({ maxDepth: 2 }) },
  );
  // A duplicate key has one value: a service may use the first or the last one.
  const members = fc.tuple(value, fc.integer({ min: 1, max: 8 })).map(([each, chance]) => {
    const member = `"${field}":${each}`;
    return chance === 8 ? [member, member] : [member];
  });
  const extra = fc.tuple(text, value).map(([key, each]) => `${key}:${each}`);
  const object = fc.tuple(fc.array(extra, { maxLength: 2 }), members);
  const body = fc.oneof(
    { weight: 6, arbitrary: object.map((parts) => `{${parts.flat().join(',')}}`) },
    { weight: 1, arbitrary: value },
    { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
  );
  const contentType = fc.oneof(
    { weight: 4, arbitrary: fc.constant('application/json') },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_TYPES) },
  );
  return fc.record({ body, contentType });
}
