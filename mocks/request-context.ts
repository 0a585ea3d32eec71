import type { Route } from '../src/service/path-template.js';
import type { Operation } from '../src/service/service.js';
import type { AppliedFault } from './faults/faults.js';
import type { Account } from './limits/account.js';
import type { PetstoreRequest } from './neutral-http.js';
import type { OperationContext, StageResult } from './operations/operation.js';
import type { World } from './world.js';

/** One request on its way through the stages, with what they have found out so far. */
export interface RequestContext extends OperationContext {
  readonly world: World;
  readonly request: PetstoreRequest;
  readonly route: Route<Operation>;
  /** The fault that a test injected for this request. */
  readonly fault: AppliedFault | undefined;
  /** The account whose limits apply; set by `identify`. */
  account: Account | undefined;
  isCounted: boolean;
  /** Set by `checkPathId`. */
  pathId: OperationContext['pathId'];
  /** Set by `readJsonBody`. */
  body: OperationContext['body'];
  /** Set before the operation is carried out. */
  extraFields: string;
}

/** A step on the way to a response. The first one with a result ends the way. */
export type Stage = (context: RequestContext) => StageResult | undefined;
