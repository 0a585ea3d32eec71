import { type OperationProbes, probe } from '../../../contract-tests/probes/probe.js';

/** What the suite would send: `contract-tests/probes/remove-pet.ts`. A removed pet cannot be restored, so none is removed. */
export const removePet: OperationProbes = {
  probes: ['remove-unlisted', 'remove-unlisted-again'].map((name) =>
    probe('write', 12.5, name, 'DELETE /inventory/{unlistedId}', '404 for a pet that is not listed', { expects: 404 }),
  ),
};
