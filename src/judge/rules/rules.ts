import type { Rule } from '../rule.js';
import { authRules } from './auth-rules.js';
import { bodyRules, errorRules } from './body-rules.js';
import { inventoryRules } from './inventory-rules.js';
import { limit429Rules } from './limit-429-rules.js';
import { limitEnforcementRules } from './limit-enforcement-rules.js';
import { limitHeaderRules } from './limit-header-rules.js';
import { limitRemainingRules } from './limit-remaining-rules.js';
import { limitWindowRules } from './limit-window-rules.js';
import { messageRules } from './message-rules.js';
import { messageRejectRules, updateRejectRules } from './reject-rules.js';
import { statusRules } from './status-rules.js';
import { updateIdRules } from './update-id-rules.js';
import { updateRules } from './update-rules.js';
import { updateSideEffectRules } from './update-side-effect-rules.js';
import { versioningRules } from './versioning-rules.js';

/** The catalogue, in the order of reports. */
export const rules: readonly Rule[] = [
  ...bodyRules,
  ...statusRules,
  ...errorRules,
  ...authRules,
  ...inventoryRules,
  ...versioningRules,
  ...updateRules,
  ...updateSideEffectRules,
  ...updateRejectRules,
  ...updateIdRules,
  ...messageRules,
  ...messageRejectRules,
  ...limitHeaderRules,
  ...limitRemainingRules,
  ...limitWindowRules,
  ...limitEnforcementRules,
  ...limit429Rules,
];
