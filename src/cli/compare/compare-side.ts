import { resolve } from 'node:path';
import { sampleKeyOf } from '../../../fixtures/keys.js';
import { DEFAULT_BASE_URL } from '../../../mocks/route.js';
import { isHar } from '../../exchange/transcript.js';
import type { Side } from '../../fidelity/compare/comparison.js';
import { describeFile, isProfile, parseProfile } from '../../fidelity/profile/parse-profile.js';
import type { Profile } from '../../fidelity/profile/profile.js';
import { isJsonObject, type JsonValue } from '../../spec/json.js';
import type { PlanName } from '../../spec/plans.js';
import { InputError } from '../../spec/validation/input-error.js';
import { type CheckFlags, type CheckSettings, readCheckSettings } from '../check/check-settings.js';
import type { CheckRequest } from '../check/gathered.js';
import { parseAnyJson, readTextFile } from '../files.js';
import {
  failsThroughout,
  failuresInWords,
  type GatheredProfile,
  type gatherProfile,
  showsService,
} from '../learn/gather-profile.js';
import { parseTargetUrl } from '../target.js';
import { shellWord, type Terminal } from '../terminal.js';
import type { SideSettings } from './compare-settings.js';

/** What a user named, told apart by what it is. */
export type OpenedSide =
  | { readonly kind: 'url'; readonly baseUrl: string }
  | { readonly kind: 'fake' }
  | { readonly kind: 'profile'; readonly profile: Profile }
  /** Of a service at `baseUrl`; undefined where the recording tells itself. */
  | { readonly kind: 'recording'; readonly baseUrl: string | undefined };

/** A side with the flags of `check` that it is asked with. */
export interface NamedSide extends Pick<SideSettings, 'position' | 'target' | 'flags'> {
  readonly opened: OpenedSide;
}

const SIDE_REMEDY =
  'A side is a base URL such as https://staging.example.test/v1, a profile (petstore-mock learn), a HAR file, or the word fake';

/** Opens what a user named. Files are known by what they hold. Throws an InputError that says what else it looks like. */
export function openSide({ target, position, isBaseline, baseUrl }: SideSettings, folder: string): OpenedSide {
  if (!isBaseline) {
    if (target.includes('://')) return { kind: 'url', baseUrl: parseTargetUrl(target, `the ${position} side`) };
    if (target === 'fake') return { kind: 'fake' };
  }
  const attempted = `Reading ${target}`;
  const text = readTextFile(resolve(folder, target), attempted, SIDE_REMEDY);
  const value = parseAnyJson(text);
  if (isProfile(value)) {
    return { kind: 'profile', profile: parseProfile(text, target) };
  }
  if (isBaseline) {
    throw new InputError(
      attempted,
      `it is no profile but ${describeFile(text, value)}`,
      isHar(value)
        ? `Learn from it first: petstore-mock learn --from ${shellWord(target)}`
        : 'Write one: petstore-mock learn https://api.example.test/v1',
    );
  }
  if (!isJsonObject(value) || !isJsonObject(value.log)) {
    throw new InputError(attempted, `it is neither a profile nor a HAR but ${describeFile(text, value)}`, SIDE_REMEDY);
  }
  if (baseUrl !== undefined) return { kind: 'recording', baseUrl };
  if (namesItsService(value.log._petstoreMock)) return { kind: 'recording', baseUrl: undefined };
  throw new InputError(
    attempted,
    'the recording does not tell where the service is',
    `Add --${position}-base-url https://api.example.test/v1`,
  );
}

/** A transcript of the suite tells it, and a file of the proxy. */
function namesItsService(own: JsonValue | undefined): boolean {
  return isJsonObject(own) && (isJsonObject(own.run) || typeof own.baseUrl === 'string');
}

/** Returns what `check` would have been told for a side. `plan` is that of the key for a fake. Throws an InputError. */
export function checkSettingsOf(
  opened: Exclude<OpenedSide, { kind: 'profile' }>,
  target: string,
  flags: CheckFlags,
  plan: PlanName,
): CheckSettings {
  switch (opened.kind) {
    case 'recording':
      return { ...readCheckSettings(opened.baseUrl, flags), from: [target] };
    case 'url':
      return readCheckSettings(opened.baseUrl, flags);
    case 'fake':
      return {
        ...readCheckSettings(DEFAULT_BASE_URL, { ...flags, plan, messagesUrl: DEFAULT_BASE_URL }),
        isConfirmed: true,
      };
  }
}

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
  const settings = checkSettingsOf(opened, target, flags, plan);
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
  if (isFake && Object.keys(profile.responses).length === 0)
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
    responses: {},
    latency: {},
  };
}
