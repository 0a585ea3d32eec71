import { petstore } from '../../service/petstore.js';
import type { Service } from '../../service/service.js';
import type { JudgedService, OperationRules, Rule } from '../rule.js';
import { authRules } from './auth.js';
import { bodyRules, errorRules } from './bodies.js';
import { getPet } from './get-pet.js';
import { limitEnforcementRules } from './limits/enforcement.js';
import { limitHeaderRules } from './limits/headers.js';
import { limitWindowRules } from './limits/windows.js';
import { listInventory } from './list-inventory.js';
import { listOrders } from './list-orders.js';
import { sendMessage } from './send-message.js';
import { statusRules } from './status.js';
import { updateInventory } from './update-inventory.js';

/** Returns a service with all of its rules: those that hold for all operations, and those of each, by its id. */
export function defineJudge(service: Service, operations: Readonly<Record<string, OperationRules>>): JudgedService {
  const first = [...bodyRules, ...statusRules, ...errorRules, ...authRules(service)];
  const last = [...limitHeaderRules, ...limitWindowRules, ...limitEnforcementRules];
  const own = Object.values(operations).flatMap(({ rules }) => rules);
  const isOf = (general: readonly Rule[]) => (rule: Rule) => general.some((each) => areaOf(each) === areaOf(rule));
  const others = own.filter((rule) => !isOf(first)(rule) && !isOf(last)(rule));
  // Reports show together what has one area.
  const rules = [...first, ...own.filter(isOf(first)), ...others, ...last, ...own.filter(isOf(last))];
  return { service, operations, rules };
}

function areaOf({ id }: Rule): string {
  return id.split('/', 1)[0] ?? '';
}

/** The Petstore Inventory Service as it is judged. A new operation is a line here. */
export const petstoreJudge = defineJudge(petstore, {
  listInventory,
  updateInventory,
  sendMessage,
  getPet,
  listOrders,
});

/** The catalogue, in the order of reports. */
export const { rules } = petstoreJudge;
