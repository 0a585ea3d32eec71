import type { JsonObject } from '../src/json/json-value.js';
import type { Int64Text } from '../src/spec/int64.js';
import type { QuestionId } from '../src/spec/open-questions.js';
import type { StruckFault } from './faults/fault.js';
import type { Account } from './limits/account.js';
import type { Refusal } from './outcomes/refusal.js';
import type { Success } from './outcomes/success.js';
import type { PetstoreRequest } from './petstore-request.js';
import type { Route } from './route.js';
import type { World } from './world.js';

/** One request on its way through the stages, with what they have found out so far. */
export interface Call {
  readonly world: World;
  readonly request: PetstoreRequest;
  readonly route: Route;
  /** The one moment at which this call happens. */
  readonly nowMs: number;
  /** What a test wants to go wrong with this answer. */
  readonly fault: StruckFault | undefined;
  /** Open questions that the answer rests on. */
  readonly assumed: Set<QuestionId>;
  /** Whose limits apply; set by `authenticate`. */
  account: Account | undefined;
  /** Whether `spendQuota` took this request off the account's quota. */
  isCounted: boolean;
  /** Set by `checkPetId` where the path has one. */
  petId: Int64Text;
  /** Set by `readJsonBody` where the operation has one. */
  body: JsonObject;
}

export type Outcome = Refusal | Success;
