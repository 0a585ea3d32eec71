import type { Profile } from '../../profile/profile.js';

type Shown = Pick<Profile, 'answers' | 'source'>;

/**
 * Tells whether a profile says anything of the service: a run that ended before an operation was answered as it should be has met a
 * login page, a wrong address or a wrong key. So has one that was told the same whatever it asked for.
 */
export function showsService(profile: Shown): boolean {
  const { answers, source } = profile;
  const places = Object.entries(answers);
  if (answersAnything(profile)) return false;
  if (source.stopped === null) return places.length > 0;
  return places.some(([place, { body }]) => /^(?!other ).* 2\d\d$/.test(place) && body.kind === 'json');
}

/** Tells whether somebody else answered: what should be the list of pets is none (§4.1), and nothing was ever refused. */
export function answersAnything({ answers }: Shown): boolean {
  const list = answers['listInventory 200']?.body;
  const isList = list === undefined || (list.kind === 'json' && list.schema.type.includes('array'));
  return !isList && !Object.keys(answers).some((place) => /^\S+ [45]\d\d$/.test(place));
}
