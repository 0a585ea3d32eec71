import type { JSONSchema } from 'json-schema-to-ts';
import { differenceKinds } from './comparison.js';

const text = { type: 'string' } as const;
const kind = { enum: differenceKinds } as const;

const difference = object({
  kind,
  id: {
    ...text,
    description:
      'Permanent: id of the rule or question, or such as "listInventory 200 /items/updatedAt"; "errors …", "successes …" and "answers …" stand for what differs alike in all of these, "401 …" and "sendMessage …" in all of the status or of the operation',
  },
  left: { ...text, description: 'What the left side has, in one line' },
  right: { ...text, description: 'What the right side has, in one line' },
});

/** JSON Schema of a comparison's JSON. */
export const comparisonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Comparison of two deployments of the Petstore Inventory Service',
  ...object({
    left: { ...text, description: 'As the user called it' },
    right: { ...text, description: 'As the user called it' },
    differences: { type: 'array', items: difference },
    ignored: { type: 'array', items: difference, description: 'Differences that were not to be told' },
    alike: {
      ...object(Object.fromEntries(differenceKinds.map((each) => [each, { type: 'integer', minimum: 0 }] as const))),
      description: 'How many things were compared and are alike',
    },
    uncompared: { type: 'array', items: object({ kind, id: text, why: text }) },
  }),
} as const satisfies JSONSchema;

/** An object that has all of these members and no other. */
function object<Members extends Readonly<Record<string, JSONSchema>>>(properties: Members) {
  return { type: 'object', required: Object.keys(properties), properties, additionalProperties: false } as const;
}
