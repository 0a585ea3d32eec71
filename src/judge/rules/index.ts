import type { Rule } from '../rule.js';
import { updateSideEffectRules } from '../stock/rejected-writes.js';
import { authRules } from './auth.js';
import { bodyRules, errorRules } from './bodies.js';
import { limitEnforcementRules } from './limits/enforcement.js';
import { limitHeaderRules } from './limits/headers.js';
import { limitRemainingRules } from './limits/remaining.js';
import { limit429Rules } from './limits/retry-after.js';
import { limitWindowRules } from './limits/windows.js';
import { inventoryRules } from './list-inventory.js';
import { messageRejectRules, updateRejectRules } from './reject-rules.js';
import { messageRules } from './send-message.js';
import { statusRules } from './status.js';
import { updateIdRules } from './update-id-rules.js';
import { updateRules } from './update-inventory.js';
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
