import { petQuestions } from '../operations/get-pet.js';
import { listQuestions } from '../operations/list-inventory.js';
import { orderQuestions } from '../operations/list-orders.js';
import { messageQuestions } from '../operations/send-message.js';
import { updateQuestions } from '../operations/update-inventory.js';
import { errorQuestions } from './errors.js';
import { limitQuestions } from './limits.js';
import { requestQuestions } from './requests.js';
import { versioningQuestions } from './versioning.js';

/** The register of everything that the document leaves open, by permanent id. */
export const openQuestions = {
  ...requestQuestions,
  ...limitQuestions,
  ...errorQuestions,
  ...listQuestions,
  ...updateQuestions,
  ...messageQuestions,
  ...petQuestions,
  ...orderQuestions,
  ...versioningQuestions,
};

/** The id of an open question. */
export type QuestionId = keyof typeof openQuestions;

export const questionIds = Object.keys(openQuestions) as QuestionId[];
