import type { Place } from '../profile/profile.js';
import type { QuestionId } from '../spec/open-questions.js';
import { schemas } from '../spec/schemas.js';
import type { Outcome } from './outcome.js';
import { operationAt, statusAt } from './places.js';

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
export function isToldByRule(place: Place, pointer: string | undefined, told: readonly Outcome[]): boolean {
  if (isToldByQuestion(place, pointer, told)) return true;
  const documented = statusAt(place) >= 400 ? errors : successes[operationAt(place)];
  const isBroken = ({ is, kind, id }: Outcome) =>
    is === 'different' && kind === 'rule' && (documented?.rules ?? ['body/json']).includes(id);
  const isDocumented = pointer === undefined || documented?.pointers.includes(pointer) === true;
  return isDocumented && told.some(isBroken);
}

const questionsOfMessages: Readonly<Record<string, QuestionId>> = {
  '/id': 'message-id-format',
  '/createdAt': 'created-at-format',
};

/** How a text of a message is written is an open question, where both sides answered it. */
function isToldByQuestion(place: Place, pointer: string | undefined, told: readonly Outcome[]): boolean {
  const question = pointer === undefined || statusAt(place) >= 400 ? undefined : questionsOfMessages[pointer];
  if (question === undefined || operationAt(place) !== 'sendMessage') return false;
  return told.some(({ is, kind, id }) => kind === 'question' && id === question && is !== 'uncompared');
}
