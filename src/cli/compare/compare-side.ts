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
import { shellWord, type Terminal, warn } from '../terminal.js';
import type { SideSettings } from './compare-settings.js';

/** A side, by its kind. */
export type OpenedSide =
  | { readonly kind: 'url'; readonly baseUrl: string }
  | { readonly kind: 'fake' }
  | { readonly kind: 'profile'; readonly profile: Profile }
  /** Of a service at `baseUrl`; undefined if the recording names it. */
  | { readonly kind: 'recording'; readonly baseUrl: string | undefined };

/** A side with the options of `check` for it. */
export interface NamedSide extends Pick<SideSettings, 'position' | 'target' | 'flags'> {
  readonly opened: OpenedSide;
}

const SIDE_REMEDY =
  'A side is a base URL such as https://staging.example.test/v1, a profile (petstore-mock learn), a HAR file, or the word fake';

/** Opens a side. Files are recognised by their contents. Throws an InputError that says what it is instead. */
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
      `not a profile, but ${describeFile(text, value)}`,
      isHar(value)
        ? `Learn from it first: petstore-mock learn --from ${shellWord(target)}`
        : 'Write one: petstore-mock learn https://api.example.test/v1',
    );
  }
  if (!isJsonObject(value) || !isJsonObject(value.log)) {
    throw new InputError(attempted, `neither a profile nor a HAR file, but ${describeFile(text, value)}`, SIDE_REMEDY);
  }
  if (baseUrl !== undefined) return { kind: 'recording', baseUrl };
  if (namesItsService(value.log._petstoreMock)) return { kind: 'recording', baseUrl: undefined };
  throw new InputError(
    attempted,
    'the recording does not name the base URL of the service',
    `Add --${position}-base-url https://api.example.test/v1`,
  );
}

/** Transcripts of the suite and recordings of the proxy do. */
function namesItsService(own: JsonValue | undefined): boolean {
  return isJsonObject(own) && (isJsonObject(own.run) || typeof own.baseUrl === 'string');
}

/** Returns the settings of `check` for a side. `plan` is that of the key for a fake. Throws an InputError. */
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

/** A side and its profile. */
export interface GatheredSide extends Side {
  /** It was learned just now. */
  readonly isFresh: boolean;
  /** What could not be restored, and the command that does. */
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

/** Returns the profile of a side: learns a deployment or a recording, or reads a file. `plan` is that of the key for a fake. */
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
  if (isFresh) warn(terminal, `testing ${isFake ? 'the fake at ' : ''}${settings.baseUrl}`);
  const apiKey = isFake ? sampleKeyOf(plan) : key;
  const variables = { ...terminal.variables, PETSTORE_API_KEY: apiKey, PETSTORE_API_KEY_RIGHT: undefined };
  const { profile, leftBehind } = await gather(
    { ...settings, apiKeyFile: undefined },
    { ...request, target, flags: {} },
    { ...terminal, variables },
  );
  if (isFake && Object.keys(profile.responses).length === 0)
    warn(terminal, 'no fake is running there. Start one: petstore-mock serve');
  // The latency of a fake on the same machine means nothing.
  return { name: target, profile: ofService(isFake ? { ...profile, latency: {} } : profile), isFresh, leftBehind };
}

/**
 * Empties the profile of a run that never reached the service: it met a login page, a wrong address or a rejected key. So it does
 * after an outage, which is not a difference.
 */
function ofService(profile: Profile): Profile {
  const { stopped } = profile.source;
  const isOut = failsThroughout(profile);
  if (!isOut && (stopped === null || showsService(profile))) return profile;
  const limit = { plan: null, perMinute: null, perDay: null, confidence: 'none', exchanges: [] } as const;
  const why = stopped ?? `the server failed every request (${failuresInWords(profile)})`;
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
