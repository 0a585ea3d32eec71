import type { Behaviour } from '../../src/service/behaviour.js';
import { type Check, orderOf } from '../../src/service/order-of-checks.js';
import { rejectUnknownPet } from '../operations/operate.js';
import type { RequestContext, Stage, StageResult } from '../request-context.js';
import { authenticate, identify } from './authenticate.js';
import { rejectAfterSunset, rejectOtherMethod, rejectUnknownPath } from './find-operation.js';
import { applyPreferHeader } from './forced-errors.js';
import { rejectBanned, spendQuota } from './quota.js';
import { checkBodySchema, checkBodySize, checkContentType, checkPetId, readJsonBody } from './validate.js';

const stagesOf: Readonly<Record<Check, readonly Stage[]>> = {
  key: [authenticate, applyPreferHeader],
  quota: [rejectBanned, spendQuota],
  path: [rejectUnknownPath],
  method: [rejectOtherMethod],
  sunset: [rejectAfterSunset],
  'pet-id': [checkPetId],
  size: [checkBodySize],
  'content-type': [checkContentType],
  json: [readJsonBody],
  fields: [checkBodySchema],
  pet: [rejectUnknownPet],
};

/** Returns the stages of an order. An operation itself finds no pet: that is a stage only if something else comes after it. */
function stagesInOrder(order: readonly Check[]): readonly Stage[] {
  const own = order.at(-1) === 'pet' ? order.slice(0, -1) : order;
  const isQuotaFirst = order.indexOf('quota') < order.indexOf('key');
  return own.flatMap((check) => (check === 'quota' && isQuotaFirst ? [limitCaller] : stagesOf[check]));
}

/** Bans and quotas before the key is checked: those without a good key have a quota only if addresses have one. */
function limitCaller(context: RequestContext): StageResult | undefined {
  identify(context);
  const isUnlimited = context.account === context.world.accounts.anonymous;
  return isUnlimited ? undefined : (rejectBanned(context) ?? spendQuota(context));
}

type Order = Behaviour['order-of-checks'];

const asListed = stagesInOrder(orderOf('as-listed'));
/** A world has the same choice until its behaviour changes. */
const others = new WeakMap<Exclude<Order, string>, readonly Stage[]>();

/** Runs the checks in the order of the behaviour until one has a result (open question `order-of-checks`). */
export function runChecks(context: RequestContext): StageResult | undefined {
  const order = context.world.behaviour['order-of-checks'];
  if (order !== 'as-listed') context.assumed.add('order-of-checks');
  for (const stage of order === 'as-listed' ? asListed : otherStages(order)) {
    const result = stage(context);
    if (result !== undefined) return result;
  }
  return undefined;
}

function otherStages(order: Exclude<Order, string>): readonly Stage[] {
  const known = others.get(order) ?? stagesInOrder(order);
  others.set(order, known);
  return known;
}
