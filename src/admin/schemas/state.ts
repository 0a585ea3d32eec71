import { openObject } from '../../spec/schema-builders.js';

/** What a world remembers. The fake's own schema describes the rest. */
export const stateDocument = {
  ...openObject({ format: { const: 'petstore-mock-state' }, version: { const: 1 } }),
  // The linter of the OpenAPI document wants it said.
  additionalProperties: true,
  description:
    'Everything that a world remembers: stock, messages, keys with their quotas and bans, clock, faults, behaviour, profile and journal. Ids are strings, so any JSON parser keeps them exact.',
} as const;

/** The state of a world without pets and requests. */
export const emptyState = {
  format: 'petstore-mock-state',
  version: 1,
  takenAtMs: 1_795_262_400_000,
  clock: { baseMs: 1_795_262_400_000, anchorMs: 0, scale: 0 },
  behaviour: {},
  seed: 1,
  store: { pets: 0, seed: 1, fits: {} },
  stock: [],
  messages: { count: 0, sent: [] },
  accounts: { aliases: 0, firstKeys: 0, minted: 0, keys: [], addresses: [] },
  faults: { ids: 0, active: [] },
} as const;
