import { bodyExamples } from './examples.js';
import { openQuestions } from './open-questions.js';
import type { OpenApiDocument, Reference } from './openapi-document.js';
import type { rateLimitHeaderNames } from './rate-limit-headers.js';
import { inventoryItemSchema, schemas } from './schemas.js';
import { statements } from './statements.js';

type Components = OpenApiDocument['components'];
type HeaderName = (typeof rateLimitHeaderNames)[number] | 'Retry-After';

const count = { type: 'integer', minimum: 0 } as const;

const headers: Record<HeaderName, { description: string; schema: object }> = {
  'X-RateLimit-Limit': { description: 'The limit of the plan', schema: count },
  'X-RateLimit-Remaining': { description: 'The requests left', schema: count },
  'X-RateLimit-Reset': {
    description: 'A Unix timestamp, in seconds, of the moment the limit resets',
    schema: { ...count, format: 'int64' },
  },
  'Retry-After': {
    description: `The time until which the client backs off. ${openQuestions['retry-after-format'].question} The document does not say.`,
    schema: { type: 'string' },
  },
};

/** Points to a component by its kind and name. */
export function refer(kind: keyof Components, name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Everything that the operations share: shapes, examples, the path id, headers and the bearer key (§2, §5, §8). */
export function openApiComponents(): Components {
  const { type, format } = inventoryItemSchema.properties.petId;
  return {
    schemas: mapValues(schemas, withReferences),
    examples: mapValues(bodyExamples, (value) => ({ value })),
    parameters: {
      petId: { name: 'petId', in: 'path', required: true, description: 'Id of the pet', schema: { type, format } },
    },
    headers: mapValues(headers, (header) => ({ ...header, required: true as const })),
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: statements['auth.client-sends-key-as-bearer'].sentence },
    },
  };
}

const schemaNames = new Map<unknown, string>(Object.entries(schemas).map(([name, schema]) => [schema, name]));

/** Replaces every schema inside a schema that has a name of its own by a reference to it. */
function withReferences(schema: object): object {
  const replace = (value: unknown): unknown => {
    const name = schemaNames.get(value);
    if (name !== undefined) return refer('schemas', name);
    return typeof value === 'object' && value !== null ? withReferences(value) : value;
  };
  return Array.isArray(schema) ? schema.map(replace) : mapValues(schema as Record<string, unknown>, replace);
}

function mapValues<In, Out>(record: Readonly<Record<string, In>>, map: (value: In) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
