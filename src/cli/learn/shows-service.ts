import type { LearnedAnswers, Profile } from '../../profile/profile.js';
import { failsThroughout, failsToList, failuresInWords } from './failing-service.js';

type Shown = Pick<Profile, 'answers' | 'source'>;

/**
 * Tells whether a profile says anything of the service: a run that ended before an operation was answered as it should be has met a
 * login page, a wrong address or a wrong key. So has one that was told the same whatever it asked for; one that met failures has met
 * an outage.
 */
export function showsService(profile: Shown): boolean {
  const { answers, source } = profile;
  const places = Object.entries(answers);
  if (whyNoService(profile) !== undefined) return false;
  if (source.stopped === null) return places.length > 0;
  return places.some(([place, { body }]) => /^(?!other ).* 2\d\d$/.test(place) && body.kind === 'json');
}

/** Says what came in place of the service's own answers; undefined where nothing tells. */
export function whyNoService(profile: Shown): string | undefined {
  if (failsThroughout(profile) || failsToList(profile)) {
    return `GET /inventory gave no list of pets, and the server failed (${failuresInWords(profile)}); try again once it works`;
  }
  if (wasRefused(profile)) return undefined;
  if (hasNoList(profile))
    return 'what should be the list of pets is none, and no request was refused; check the base URL';
  if (listsAnything(profile)) {
    return 'whatever was asked for was answered with a list, and no request was refused; check the base URL';
  }
  return undefined;
}

function wasRefused({ answers }: Shown): boolean {
  return Object.keys(answers).some((place) => /^\S+ 4\d\d$/.test(place));
}

/** §4.1: the answer is a list. */
function hasNoList({ answers }: Shown): boolean {
  const list = answers['listInventory 200'];
  return list !== undefined && !isList(list);
}

/** Whether all that should be something else is a list. */
function listsAnything({ answers }: Shown): boolean {
  const others = Object.entries(answers).filter(([place]) => /^(?!list).* 2\d\d$/.test(place));
  return others.length > 0 && others.every(([, answer]) => isList(answer));
}

function isList({ body }: LearnedAnswers): boolean {
  return body.kind === 'json' && body.schema.type.includes('array');
}
