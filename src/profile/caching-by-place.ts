import type { LearnedHeader, Place, Profile } from './profile.js';

type Told = Pick<Profile, 'questions' | 'answers'>;

/**
 * How a profile tells of `Cache-Control`: as the answer to its open question where all answers have the same, else as a header of each
 * place; `not`: nothing was seen of it.
 */
export function toldOfCaching({ questions, answers }: Told): 'once' | 'by place' | 'not' {
  if (questions['cache-control']?.origin === 'observed') return 'once';
  const isTold = Object.values(answers).some(
    ({ headers, headersAtTimes = [] }) => headers.some(isCacheControl) || headersAtTimes.some(isNameOfIt),
  );
  return isTold ? 'by place' : 'not';
}

/** Answers the headers of a place, with the one that is told of all places at once. */
export function headersWithCaching(place: Place, told: Told): readonly LearnedHeader[] {
  const headers = told.answers[place]?.headers ?? [];
  if (toldOfCaching(told) !== 'once' || isBesideTheQuestion(place)) return headers;
  const value = told.questions['cache-control']?.answer ?? 'none';
  return value === 'none' ? headers : [...headers, { name: 'Cache-Control', kind: 'constant', value }];
}

/** The open question is not about answers that no cache keeps (RFC 6585 §4), nor about those of a gateway in trouble. */
export function isBesideTheQuestion(place: Place): boolean {
  const status = Number(place.split(' ')[1]);
  return status === 429 || status >= 500;
}

export function isCacheControl({ name }: Pick<LearnedHeader, 'name'>): boolean {
  return isNameOfIt(name);
}

function isNameOfIt(name: string): boolean {
  return name.toLowerCase() === 'cache-control';
}
