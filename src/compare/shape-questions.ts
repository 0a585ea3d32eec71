import type { Place, Profile, Shape } from '../profile/profile.js';
import type { QuestionId } from '../spec/open-questions.js';
import { compareMembers, type MemberOutcome, NOT_THERE, shareType, typesOf } from './compare-shapes.js';
import { alike, different, type Outcome, uncompared } from './outcome.js';

/** Where the shape shows that an open question asks for. */
export const shapeQuestions: { readonly [At in Place]?: QuestionId } = {
  'getPet 200': 'pet-shape',
  'listOrders 200': 'order-shape',
};

/**
 * The fields of pets and orders, which the document does not show. The records of a profile are made up: what is compared are
 * the shapes that they were made from. Undefined for other questions, and where a side has no shape.
 */
export function compareShapeQuestion(id: QuestionId, left: Profile, right: Profile): Outcome | undefined {
  const place = (Object.keys(shapeQuestions) as Place[]).find((each) => shapeQuestions[each] === id);
  const [one, other] = [place && left.answers[place], place && right.answers[place]];
  if (one?.body.kind !== 'json' || other?.body.kind !== 'json') return undefined;
  const [shape, twin] = [one.body.schema, other.body.schema];
  if (!shareType(shape, twin)) return different('question', id, wholeInWords(shape), wholeInWords(twin));
  const sightings = Math.min(one.count, other.count);
  const isOneRecord = one.isOneRecord === true || other.isOneRecord === true;
  const members = compareMembers(shape, twin, { isMixed: false, isRare: false, isOneRecord });
  const changed = members.filter(({ atLeast }) => atLeast !== undefined && atLeast <= sightings);
  if (changed.length > 0) {
    return different('question', id, fieldsInWords(changed, 'left'), fieldsInWords(changed, 'right'));
  }
  const isThin = members.length === 0 || members.every(({ atLeast }) => atLeast !== undefined);
  return isThin ? uncompared('question', id, 'no field was seen on both sides') : alike('question', id);
}

/** Names the fields that a side has, of those that differ. */
function fieldsInWords(changed: readonly MemberOutcome[], side: 'left' | 'right'): string {
  const own = changed.filter((member) => member[side] !== NOT_THERE);
  const fields = own.map((member) => `${member.pointer.replace(/^\/items(?=\/)/, '').slice(1)}: ${member[side]}`);
  return fields.length === 0 ? 'nothing more' : fields.join(', ');
}

/** Such as `array of object with id, total`. */
function wholeInWords(shape: Shape): string {
  const names = Object.keys(shape.properties ?? {});
  const fields = names.length === 0 ? '' : ` with ${names.join(', ')}`;
  return `${typesOf(shape)}${fields}${shape.items === undefined ? '' : ` of ${wholeInWords(shape.items)}`}`;
}
