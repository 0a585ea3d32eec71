import type { LearnedAnswers, LearnedBody, Place, Profile } from '../profile/profile.js';
import { compareHeaders } from './compare-headers.js';
import { compareLookups } from './compare-lookups.js';
import { compareMembers, shareType, typesOf } from './compare-shapes.js';
import { isToldByRule } from './documented-fields.js';
import { withoutListedItems } from './item-fields.js';
import { alike, different, type Outcome, uncompared } from './outcome.js';
import { placesOf, statusAt } from './places.js';
import { shapeQuestions } from './shape-questions.js';
import { tellRenames } from './tell-renames.js';
import { type PlaceOutcome, tellTogether } from './tell-together.js';

/**
 * What the answers look like, at each place that both sides saw. A place that one side alone saw tells nothing: that it was not
 * answered so is what rules and open questions are about. `told`: what these told already.
 */
export function compareAnswers(left: Profile, right: Profile, told: readonly Outcome[]): Outcome[] {
  const places = placesOf(left, right);
  const bodies = places.map((place) => compareBodies(place, left, right, told));
  const withFields = bodies.filter(({ fields }) => fields !== undefined).map(({ place }) => place);
  const seen = places.filter((place) => left.answers[place] !== undefined && right.answers[place] !== undefined);
  const isTypeTold = isJudged('body/content-type', told);
  const withOtherBody = bodies.flatMap(({ place, outcome }) => (outcome.is === 'different' ? [place] : []));
  const headers = seen
    .flatMap((place) => compareHeaders(place, left, right))
    .filter((one) => !(isContentType(one) && (isTypeTold || withOtherBody.includes(one.place))));
  // Without a body there is no type of one.
  const withBody = seen.filter((place) => [left, right].some(({ answers }) => answers[place]?.body.kind !== 'none'));
  const fields = withoutListedItems(
    bodies.flatMap((one) => one.fields ?? []),
    left,
    right,
  );
  const lookups = compareLookups(left, right);
  return [
    ...bodies.map(({ outcome }) => (outcome.id === lookups?.id ? lookups : outcome)),
    ...tellRenames(tellTogether('field', fields, withFields)),
    ...tellTogether('header', headers.filter(isContentType), withBody),
    ...tellTogether(
      'header',
      headers.filter((one) => !isContentType(one)),
      seen,
    ),
  ];
}

interface ComparedBodies {
  readonly place: Place;
  /** Whether there is a body, and of what kind. */
  readonly outcome: Outcome;
  /** Undefined where they were not compared. */
  readonly fields: readonly PlaceOutcome[] | undefined;
}

function compareBodies(place: Place, left: Profile, right: Profile, told: readonly Outcome[]): ComparedBodies {
  const [one, other] = [left.answers[place], right.answers[place]];
  const as = (outcome: Outcome, fields?: readonly PlaceOutcome[]) => ({ place, outcome, fields });
  if (one === undefined || other === undefined) {
    return as(uncompared('answer', place, `only the ${one === undefined ? 'right' : 'left'} was seen to answer so`));
  }
  if (one.body.kind === 'unknown' || other.body.kind === 'unknown') {
    return as(
      uncompared(
        'answer',
        place,
        `the bodies of the ${one.body.kind === 'unknown' ? 'left' : 'right'} were not recorded`,
      ),
    );
  }
  const isOfQuestion = told.some(({ is, id }) => is !== 'uncompared' && id === shapeQuestions[place]);
  if (isOfQuestion) return as(alike('answer', place));
  if (isOtherBody(one.body, other.body)) {
    const isTold = isToldByRule(place, undefined, told);
    const why = 'a rule tells it already';
    return as(
      isTold ? uncompared('answer', place, why) : different('answer', place, inWords(one.body), inWords(other.body)),
    );
  }
  const fields = compareFields(place, one, other);
  return as(
    alike('answer', place),
    fields.filter(({ member }) => !isToldByRule(place, member, told)),
  );
}

function isOtherBody(left: LearnedBody, right: LearnedBody): boolean {
  if (left.kind === 'json' && right.kind === 'json') return !shareType(left.schema, right.schema);
  return left.kind !== right.kind;
}

function inWords(body: LearnedBody): string {
  if (body.kind === 'json') return `JSON: ${typesOf(body.schema)}`;
  return body.kind === 'none' ? 'no body' : 'a body that is no JSON';
}

function compareFields(place: Place, left: LearnedAnswers, right: LearnedAnswers): PlaceOutcome[] {
  if (left.body.kind !== 'json' || right.body.kind !== 'json') return [];
  const sightings = Math.min(left.count, right.count);
  // Errors are answered for many reasons, and may say more of some than of others.
  const isOneRecord = left.isOneRecord === true || right.isOneRecord === true;
  const around = { isMixed: statusAt(place) >= 400, isRare: false, isOneRecord };
  return compareMembers(left.body.schema, right.body.schema, around).map(({ pointer, ...rest }) => ({
    place,
    member: pointer,
    sightings,
    ...rest,
  }));
}

function isContentType({ member }: PlaceOutcome): boolean {
  return member.toLowerCase() === 'content-type';
}

function isJudged(rule: string, told: readonly Outcome[]): boolean {
  return told.some(({ is, kind, id }) => is === 'different' && kind === 'rule' && id === rule);
}
