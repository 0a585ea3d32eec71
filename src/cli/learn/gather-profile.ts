import { learnProfile } from '../../fidelity/learn/learn-profile.js';
import type { LearnedResponses, Profile } from '../../fidelity/profile/profile.js';
import type { Verdict } from '../../judge/judge.js';
import { gatherFromRecording } from '../check/check-recording.js';
import { gatherFromService } from '../check/check-service.js';
import type { CheckSettings } from '../check/check-settings.js';
import { type CheckRequest, type Gathered, judgeGathered } from '../check/gathered.js';
import type { Terminal } from '../terminal.js';

/** What was learned, and from what. */
export interface GatheredProfile extends Gathered {
  readonly profile: Profile;
  readonly verdicts: readonly Verdict[];
}

/**
 * Learns a deployment by asking it, or from a recording where one is named. Throws an InputError, and sends nothing, when it was told
 * something wrong or the user said no.
 */
export async function gatherProfile(
  settings: CheckSettings,
  request: CheckRequest,
  terminal: Terminal,
  { keepsTexts = true }: { readonly keepsTexts?: boolean } = {},
): Promise<GatheredProfile> {
  const { from } = settings;
  const gathered =
    from === undefined
      ? await gatherFromService({ ...settings, isLearning: true }, request, terminal)
      : gatherFromRecording(settings, from, terminal, 'learn');
  const kind = from === undefined ? 'run' : 'recording';
  const verdicts = judgeGathered(gathered);
  const { evidence } = gathered;
  const facts = { learnedAtMs: Date.now(), kind, verdicts, evidence, keepsTexts } as const;
  return { ...gathered, verdicts, profile: learnProfile(gathered.transcript, gathered.settings, facts) };
}

type Shown = Pick<Profile, 'responses' | 'source'>;

/**
 * Returns whether a profile says anything of the service: a run that ended before an operation was answered as it should be has met a
 * login page, a wrong address or a wrong key. So has one that was told the same whatever it asked for; one that met failures has met
 * an outage.
 */
export function showsService(profile: Shown): boolean {
  const { responses, source } = profile;
  const places = Object.entries(responses);
  if (whyNoService(profile) !== undefined) return false;
  if (source.stopped === null) return places.length > 0;
  return places.some(([place, { body }]) => /^(?!other ).* 2\d\d$/.test(place) && body.kind === 'json');
}

/** Returns what responded instead of the service; undefined if unknown. */
export function whyNoService(profile: Shown): string | undefined {
  if (failsThroughout(profile) || failsToList(profile)) {
    return `GET /inventory gave no list of pets, and the server failed (${failuresInWords(profile)}); try again once it works`;
  }
  if (hasClientError(profile)) return undefined;
  if (hasNoList(profile))
    return 'what should be the list of pets is none, and no request was refused; check the base URL';
  if (listsAnything(profile)) {
    return 'whatever was asked for was answered with a list, and no request was refused; check the base URL';
  }
  return undefined;
}

function hasClientError({ responses }: Shown): boolean {
  return Object.keys(responses).some((place) => /^\S+ 4\d\d$/.test(place));
}

/** §4.1: the answer is a list. */
function hasNoList({ responses }: Shown): boolean {
  const list = responses['listInventory 200'];
  return list !== undefined && !isList(list);
}

/** Whether all that should be something else is a list. */
function listsAnything({ responses }: Shown): boolean {
  const others = Object.entries(responses).filter(([place]) => /^(?!list).* 2\d\d$/.test(place));
  return others.length > 0 && others.every(([, response]) => isList(response));
}

function isList({ body }: LearnedResponses): boolean {
  return body.kind === 'json' && body.schema.type.includes('array');
}

/** What a gateway answers by itself as well, whoever stands behind it. */
const OF_ANY_GATEWAY = /^(?:401|403|429|5\d\d)$/;

/** Returns whether operations were answered with failures of the server (5xx), and none otherwise but by what any gateway says. */
export function failsThroughout({ responses }: Shown): boolean {
  return isFailing(Object.keys(responses).filter((place) => !place.startsWith('other ')));
}

/** Returns whether a run never got the list of pets, for failures of the server: most of what it asks hangs on that list. */
function failsToList({ responses, source }: Shown): boolean {
  return source.kind === 'run' && isFailing(Object.keys(responses).filter((place) => /^listInventory /.test(place)));
}

/** Returns what came instead, such as `503`, or `500 and 503`. */
export function failuresInWords({ responses }: Shown): string {
  const statuses = Object.keys(responses).map(statusOf);
  return [...new Set(statuses.filter((status) => /^5/.test(status)))].sort().join(' and ');
}

function isFailing(places: readonly string[]): boolean {
  const statuses = places.map(statusOf);
  return statuses.some((status) => /^5/.test(status)) && statuses.every((status) => OF_ANY_GATEWAY.test(status));
}

function statusOf(place: string): string {
  return place.slice(place.lastIndexOf(' ') + 1);
}
