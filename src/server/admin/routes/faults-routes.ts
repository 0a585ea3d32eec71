import type { FaultTarget } from '../../../../mocks/faults/fault.js';
import type { Faults } from '../../../../mocks/faults/faults.js';
import type { FaultAsk } from '../../../admin/schemas/faults.js';
import { orNotFound } from '../admin-refusal.js';
import type { AdminRoutes } from '../admin-route.js';
import { tellFault, tellFaults } from '../tell/tell-faults.js';
import { done } from './done.js';
import { plainBody } from './plain-body.js';

export const faultsRoutes = {
  listFaults: ({ served }) => tellFaults(served),
  addFault(call) {
    const { faults } = call.served.steering;
    const id = ask(faults, plainBody<FaultAsk>(call));
    const added = faults.list().find((fault) => fault.id === id);
    return added === undefined ? {} : tellFault(added);
  },
  removeFault({ served, path: { id = '' } }) {
    orNotFound(() => served.steering.faults.remove(id));
    return done;
  },
  clearFaults({ served }) {
    served.steering.faults.clear();
    return done;
  },
} satisfies Partial<AdminRoutes>;

/** A fault that is to meet so many requests comes before those that stand; one that is drawn for stands. */
function ask(faults: Faults, { operation = 'any', key, count, probability, seed, ...fault }: FaultAsk): string {
  const target: FaultTarget = operation;
  const shared = { ...(key !== undefined && { key }), ...(seed !== undefined && { seed }) };
  const times = count === undefined ? {} : { times: count };
  if (probability === undefined && count !== undefined) return faults.next(target, fault, { ...shared, ...times });
  return faults.always(target, fault, { ...shared, ...times, ...(probability !== undefined && { probability }) });
}
