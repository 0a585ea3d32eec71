import type { OperationProbes, Probe } from '../../../contract-tests/probes/probe.js';
import { updateInventoryProbes } from '../../../contract-tests/probes/update-inventory.js';
import type { FakeOperation } from '../../../mocks/operations/operation.js';
import { updateInventory as usualFake } from '../../../mocks/operations/update-inventory.js';
import { isJsonObject, type JsonObject } from '../../../src/json/json.js';
import { openObject } from '../../../src/json/schema-builders.js';
import { updateRules } from '../../../src/judge/rules/update-inventory.js';
import { updateInventory as usualEntry } from '../../../src/service/operations/update-inventory.js';
import type { OperationEntry } from '../../../src/service/service.js';

// The update's request is `{"stock": {"quantity": …}}`. Each of these would be a change of one file.

const entry: OperationEntry = {
  ...usualEntry,
  requestExample: { stock: { quantity: 12 } },
  schemas: { InventoryUpdate: openObject({ stock: openObject({ quantity: { type: 'integer' } }) }) },
};

const inside = ({ stock }: JsonObject) => (isJsonObject(stock) ? stock : {});

const fake: FakeOperation = {
  ...usualFake,
  checkBody: (context) => usualFake.checkBody?.({ ...context, body: inside(context.body) }),
  carryOut: (context) => usualFake.carryOut({ ...context, body: inside(context.body) }),
};

const nested = (body: string) => body.replace(/^\{"quantity":(.*)\}$/s, '{"stock":{"quantity":$1}}');
const withBody = (probe: Probe): Probe => (probe.body === undefined ? probe : { ...probe, body: nested(probe.body) });
const [restore, check] = updateInventoryProbes.restoring ?? [];

const probes: OperationProbes = {
  ...updateInventoryProbes,
  probes: updateInventoryProbes.probes.map(withBody),
  ...(restore && check && { restoring: [withBody(restore), check] }),
};

const rules = updateRules((body) => inside(body).quantity);

export const nestedUpdate = { entry, fake, probes, rules };
