import { isBesideTheQuestion, isCacheControl, toldOfCaching } from '../../src/profile/caching-by-place.js';
import type { LearnedAnswers, LearnedHeader, Place, Profile } from '../../src/profile/profile.js';

/** Answers the `Cache-Control` of a place; `none`: its answers have none. Undefined where the open question tells, or nothing does. */
export type LookUpCaching = (place: Place) => LearnedHeader | 'none' | undefined;

/** Where a deployment says of each kind of answer by itself how long it may be kept. A place that was not seen takes after those like it. */
export function createCachingLookup(profile: Pick<Profile, 'questions' | 'answers'>): LookUpCaching {
  if (toldOfCaching(profile) !== 'by place') return () => undefined;
  const seen = Object.entries(profile.answers).map(([place, answers]) => ({
    place: place as Place,
    told: toldAt(answers),
  }));
  return (place) => {
    const own = seen.find((one) => one.place === place);
    if (own !== undefined) return own.told;
    if (isBesideTheQuestion(place)) return undefined;
    const ofStatus = seen.filter((one) => statusOf(one.place) === statusOf(place));
    const likewise = seen.filter((one) => isError(one.place) === isError(place) && !isBesideTheQuestion(one.place));
    return shared(ofStatus) ?? shared(likewise);
  };
}

interface Seen {
  readonly place: Place;
  readonly told: ReturnType<LookUpCaching>;
}

/** A value that was not kept is none to send: what it would say to a cache is not known. */
function toldAt({ headers, headersAtTimes = [] }: LearnedAnswers): Seen['told'] {
  const header = headers.find(isCacheControl);
  if (header !== undefined) return header.isMadeUp ? undefined : header;
  return headersAtTimes.some((name) => isCacheControl({ name })) ? undefined : 'none';
}

/** What several places have in common. */
function shared([first, ...others]: readonly Seen[]): Seen['told'] {
  return first !== undefined && others.every(({ told }) => inWords(told) === inWords(first.told))
    ? first.told
    : undefined;
}

function inWords(told: Seen['told']): string | undefined {
  return typeof told === 'object' ? told.value : told;
}

function statusOf(place: Place): number {
  return Number(place.split(' ')[1]);
}

function isError(place: Place): boolean {
  return statusOf(place) >= 400;
}
