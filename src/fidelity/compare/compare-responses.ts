import type { QuestionId } from '../../spec/open-questions.js';
import { schemas } from '../../spec/schemas.js';
import {
  type LearnedBody,
  type LearnedResponses,
  operationAt,
  type Place,
  type Profile,
  placesOf,
  statusAt,
} from '../profile/profile.js';
import { groupByPlace, mergeRenames, type PlaceComparison, withoutListedItems } from './combine-differences.js';
import { compareHeaders } from './compare-headers.js';
import { shapeQuestions } from './compare-questions.js';
import { compareMembers, shareType, typesOf } from './compare-shapes.js';
import { alike, type ComparisonItem, different, uncompared } from './comparison.js';

/**
 * What the answers look like, at each place that both sides saw. A place that one side alone saw tells nothing: that it was not
 * answered so is what rules and open questions are about. `told`: what these told already.
 */
export function compareResponses(left: Profile, right: Profile, told: readonly ComparisonItem[]): ComparisonItem[] {
  const places = placesOf(left, right);
  const bodies = places.map((place) => compareBodies(place, left, right, told));
  const withFields = bodies.filter(({ fields }) => fields !== undefined).map(({ place }) => place);
  const seen = places.filter((place) => left.responses[place] !== undefined && right.responses[place] !== undefined);
  const isTypeTold = isJudged('body/content-type', told);
  const withOtherBody = bodies.flatMap(({ place, outcome }) => (outcome.is === 'different' ? [place] : []));
  const headers = seen
    .flatMap((place) => compareHeaders(place, left, right))
    .filter((one) => !(isContentType(one) && (isTypeTold || withOtherBody.includes(one.place))));
  // Without a body there is no type of one.
  const withBody = seen.filter((place) =>
    [left, right].some(({ responses }) => responses[place]?.body.kind !== 'none'),
  );
  const fields = withoutListedItems(
    bodies.flatMap((one) => one.fields ?? []),
    left,
    right,
  );
  const lookups = compareLookups(left, right);
  return [
    ...bodies.map(({ outcome }) => (outcome.id === lookups?.id ? lookups : outcome)),
    ...mergeRenames(groupByPlace('field', fields, withFields)),
    ...groupByPlace('header', headers.filter(isContentType), withBody),
    ...groupByPlace(
      'header',
      headers.filter((one) => !isContentType(one)),
      seen,
    ),
  ];
}

interface ComparedBodies {
  readonly place: Place;
  /** Whether there is a body, and of what kind. */
  readonly outcome: ComparisonItem;
  /** Undefined where they were not compared. */
  readonly fields: readonly PlaceComparison[] | undefined;
}

function compareBodies(place: Place, left: Profile, right: Profile, told: readonly ComparisonItem[]): ComparedBodies {
  const [one, other] = [left.responses[place], right.responses[place]];
  const as = (outcome: ComparisonItem, fields?: readonly PlaceComparison[]) => ({ place, outcome, fields });
  if (one === undefined || other === undefined) {
    return as(uncompared('response', place, `only the ${one === undefined ? 'right' : 'left'} was seen to answer so`));
  }
  if (one.body.kind === 'unknown' || other.body.kind === 'unknown') {
    return as(
      uncompared(
        'response',
        place,
        `the bodies of the ${one.body.kind === 'unknown' ? 'left' : 'right'} were not recorded`,
      ),
    );
  }
  const isOfQuestion = told.some(({ is, id }) => is !== 'uncompared' && id === shapeQuestions[place]);
  if (isOfQuestion) return as(alike('response', place));
  if (isOtherBody(one.body, other.body)) {
    const isTold = isReportedByRule(place, undefined, told);
    const why = 'a rule tells it already';
    return as(
      isTold
        ? uncompared('response', place, why)
        : different('response', place, inWords(one.body), inWords(other.body)),
    );
  }
  const fields = compareFields(place, one, other);
  return as(
    alike('response', place),
    fields.filter(({ member }) => !isReportedByRule(place, member, told)),
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

function compareFields(place: Place, left: LearnedResponses, right: LearnedResponses): PlaceComparison[] {
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

function isContentType({ member }: PlaceComparison): boolean {
  return member.toLowerCase() === 'content-type';
}

function isJudged(rule: string, told: readonly ComparisonItem[]): boolean {
  return told.some(({ is, kind, id }) => is === 'different' && kind === 'rule' && id === rule);
}

/** What the document says of the body at a place, and which rules judge it. */
interface Documented {
  readonly rules: readonly string[];
  readonly pointers: readonly string[];
}

const fieldsOf = (schema: { readonly properties: object }, list = '') =>
  Object.keys(schema.properties).map((name) => `${list}/${name}`);

const errors = { rules: ['errors/shape', 'body/json'], pointers: fieldsOf(schemas.Error) };
const successes: Readonly<Record<string, Documented>> = {
  listInventory: {
    rules: ['inventory/list-shape', 'body/json'],
    pointers: ['/items', ...fieldsOf(schemas.InventoryItem, '/items')],
  },
  updateInventory: { rules: ['update/answer', 'body/json'], pointers: fieldsOf(schemas.InventoryItem) },
  sendMessage: { rules: ['messages/answer', 'messages/created-at', 'body/json'], pointers: fieldsOf(schemas.Message) },
};

/**
 * Whether a rule that one side breaks and the other keeps tells already that a documented field differs at a place, or, without
 * a field, that the body does.
 */
function isReportedByRule(place: Place, pointer: string | undefined, told: readonly ComparisonItem[]): boolean {
  if (isReportedByQuestion(place, pointer, told)) return true;
  const documented = statusAt(place) >= 400 ? errors : successes[operationAt(place)];
  const isBroken = ({ is, kind, id }: ComparisonItem) =>
    is === 'different' && kind === 'rule' && (documented?.rules ?? ['body/json']).includes(id);
  const isDocumented = pointer === undefined || documented?.pointers.includes(pointer) === true;
  return isDocumented && told.some(isBroken);
}

const questionsOfMessages: Readonly<Record<string, QuestionId>> = {
  '/id': 'message-id-format',
  '/createdAt': 'created-at-format',
};

/** How a text of a message is written is an open question, where both sides answered it. */
function isReportedByQuestion(place: Place, pointer: string | undefined, told: readonly ComparisonItem[]): boolean {
  const question = pointer === undefined || statusAt(place) >= 400 ? undefined : questionsOfMessages[pointer];
  if (question === undefined || operationAt(place) !== 'sendMessage') return false;
  return told.some(({ is, kind, id }) => kind === 'question' && id === question && is !== 'uncompared');
}

const FOUND: Place = 'getPet 200';
/** One is of a pet that no list has, and one may be of a pet that has just gone. */
const FEWEST = 3;
/** These refuse how it was asked, not what for. */
const OTHER_REASONS: readonly number[] = [400, 401, 405, 429];

/**
 * Tells that one side finds the pets that it lists, and the other finds none of them: no rule says that it must, and as an open
 * question only the side that ended the operation (410) has answered it.
 */
function compareLookups(left: Profile, right: Profile): ComparisonItem | undefined {
  const [one, other] = [lookupErrorsOf(left), lookupErrorsOf(right)];
  if (one !== undefined && right.responses[FOUND] !== undefined) return different('response', FOUND, one, 'the pet');
  if (other !== undefined && left.responses[FOUND] !== undefined) return different('response', FOUND, 'the pet', other);
  return undefined;
}

/** How a side that was asked to the end refused to look up whatever pet it lists; undefined where it did not, or nobody knows. */
function lookupErrorsOf(profile: Profile): string | undefined {
  const { source, responses } = profile;
  const listed = responses['listInventory 200']?.body;
  const hasPets = listed?.kind === 'json' && listed.schema.items !== undefined;
  if (source.kind !== 'run' || source.stopped !== null || !hasPets || responses[FOUND] !== undefined) return undefined;
  const refused = placesOf(profile, profile).filter(isLookupError);
  const count = refused.reduce((sum, place) => sum + (responses[place]?.count ?? 0), 0);
  const statuses = refused.map(statusAt).join(', ');
  return count < FEWEST ? undefined : `${statuses}, whichever listed pet is asked for`;
}

function isLookupError(place: Place): boolean {
  const status = statusAt(place);
  return operationAt(place) === 'getPet' && status >= 400 && status < 500 && !OTHER_REASONS.includes(status);
}
