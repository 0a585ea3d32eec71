import type { Rule } from '../rule.js';
import { authRules } from './auth-rules.js';
import { bodyRules } from './body-rules.js';
import { errorRules } from './error-rules.js';
import { inventoryRules } from './inventory-rules.js';
import { limitEnforcementRules } from './limit-enforcement-rules.js';
import { limitHeaderRules } from './limit-header-rules.js';
import { limitPlanRule } from './limit-plan-rule.js';
import { limitRefusalRules } from './limit-refusal-rules.js';
import { limitRemainingRule } from './limit-remaining-rule.js';
import { limitResetRules } from './limit-reset-rules.js';
import { messageRejectRules } from './message-reject-rules.js';
import { messageRules } from './message-rules.js';
import { statusRules } from './status-rules.js';
import { updateAnswerRules } from './update-answer-rules.js';
import { updateIdRules } from './update-id-rules.js';
import { updateRejectRules } from './update-reject-rules.js';
import { updateSideEffectRules } from './update-side-effect-rules.js';
import { updateStoredRules } from './update-stored-rules.js';
import { versioningRules } from './versioning-rules.js';

/** The catalogue, in the order of reports. */
export const rules: readonly Rule[] = [
  ...bodyRules,
  ...statusRules,
  ...errorRules,
  ...authRules,
  ...inventoryRules,
  ...versioningRules,
  ...updateAnswerRules,
  ...updateStoredRules,
  ...updateSideEffectRules,
  ...updateRejectRules,
  ...updateIdRules,
  ...messageRules,
  ...messageRejectRules,
  ...limitHeaderRules,
  limitPlanRule,
  limitRemainingRule,
  ...limitResetRules,
  ...limitEnforcementRules,
  ...limitRefusalRules,
];
