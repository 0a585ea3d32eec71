import { openObject } from '../../spec/schema-builders.js';

/** What a world remembers. The fake's own schema describes the rest. */
export const stateDocument = {
  ...openObject({ format: { const: 'petstore-mock-state' }, version: { const: 1 } }),
  // The linter of the OpenAPI document wants it said.
  additionalProperties: true,
  description:
    'Everything that a world remembers: stock, messages, keys with their quotas and bans, clock, faults, behaviour, profile and journal. Ids are strings, so any JSON parser keeps them exact.',
} as const;
