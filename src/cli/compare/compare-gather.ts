import { sampleKeyOf } from '../../../fixtures/keys.js';
import type { Side } from '../../compare/comparison.js';
import type { Profile } from '../../profile/profile.js';
import type { PlanName } from '../../spec/plans.js';
import type { CheckRequest } from '../check/check-request.js';
import { failsThroughout, failuresInWords } from '../learn/failing-service.js';
import type { GatheredProfile, gatherProfile } from '../learn/gather-profile.js';
import { showsService } from '../learn/shows-service.js';
import type { Terminal } from '../terminal.js';
import { asCheck } from './compare-as-check.js';
import type { NamedSide } from './compare-side.js';

/** A side with what became of asking it. */
export interface GatheredSide extends Side {
  /** Whether it was asked just now. */
  readonly isFresh: boolean;
  /** What could not be put back, and the command that does. */
  readonly leftBehind: string | undefined;
}

/** Learns one side. */
export type LearnSide = (
  ...asked: Parameters<typeof gatherProfile>
) => Promise<Pick<GatheredProfile, 'profile' | 'leftBehind'>>;

interface Asking {
  readonly request: Omit<CheckRequest, 'target' | 'flags'>;
  readonly terminal: Terminal;
  readonly gather: LearnSide;
}

/** Learns what a side is like: asks a deployment, or reads a file. `plan` is that of the key for a fake. */
export async function gatherSide(
  { opened, target, flags }: NamedSide,
  key: string | undefined,
  plan: PlanName,
  { request, terminal, gather }: Asking,
): Promise<GatheredSide> {
  if (opened.kind === 'profile')
    return { name: target, profile: opened.profile, isFresh: false, leftBehind: undefined };
  const settings = asCheck(opened, target, flags, plan);
  const isFake = opened.kind === 'fake';
  const isFresh = opened.kind !== 'recording';
  if (isFresh) terminal.stderr.write(`petstore-mock: asking ${isFake ? 'the fake at ' : ''}${settings.baseUrl}\n`);
  const apiKey = isFake ? sampleKeyOf(plan) : key;
  const variables = { ...terminal.variables, PETSTORE_API_KEY: apiKey, PETSTORE_API_KEY_RIGHT: undefined };
  const { profile, leftBehind } = await gather(
    { ...settings, apiKeyFile: undefined },
    { ...request, target, flags: {} },
    { ...terminal, variables },
  );
  if (isFake && Object.keys(profile.answers).length === 0)
    terminal.stderr.write('petstore-mock: no fake answers there. Start one: petstore-mock serve\n');
  // How fast a fake on one's own machine answers says nothing.
  return { name: target, profile: ofService(isFake ? { ...profile, latency: {} } : profile), isFresh, leftBehind };
}

/**
 * Without what a run met that ended before the service showed itself: a login page, a wrong address, a refused key. Nor what it met
 * in an outage, which is no drift.
 */
function ofService(profile: Profile): Profile {
  const { stopped } = profile.source;
  const isOut = failsThroughout(profile);
  if (!isOut && (stopped === null || showsService(profile))) return profile;
  const limit = { plan: null, perMinute: null, perDay: null, confidence: 'none', exchanges: [] } as const;
  const why = stopped ?? `whatever was asked for, the server failed (${failuresInWords(profile)})`;
  return {
    ...profile,
    source: { ...profile.source, stopped: why },
    questions: {},
    rules: {},
    limit,
    answers: {},
    latency: {},
  };
}
