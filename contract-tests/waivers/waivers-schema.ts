import type { FromSchema, JSONSchema } from 'json-schema-to-ts';

/** A waivers file: which rules may be violated, why, and until when. */
export const waiversSchema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['rule', 'reason', 'expires'],
    properties: {
      rule: { type: 'string', pattern: '\\S', description: 'Id of the rule, such as limits/plan' },
      reason: { type: 'string', pattern: '\\S', description: 'Why its violation is accepted' },
      expires: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'The last day, UTC' },
    },
    additionalProperties: false,
  },
} as const satisfies JSONSchema;

/** Accepts violations of a rule until the end of a day (UTC). */
export type Waiver = Readonly<FromSchema<typeof waiversSchema>[number]>;
