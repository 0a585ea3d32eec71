import { errorCatalogue } from './errors.js';
import { openQuestions } from './open-questions.js';
import { areas, type DocumentedResponse, type Operation, type OperationId, operations } from './operations.js';
import { templateParameters } from './path-template.js';
import { plans } from './plans.js';
import { rateLimitHeaderNames } from './rate-limit-headers.js';
import { type InventoryItem, inventoryItemSchema, type Message, type SchemaName, schemas } from './schemas.js';
import { type StatementId, statements } from './statements.js';

/** Options of the OpenAPI document. */
export interface OpenApiOptions {
  /** The address of the service, `/v1` included and without a slash at the end; default `/v1` on the host of the description. */
  readonly baseUrl?: string;
}

/** Describes the service in OpenAPI 3.1, version 1.0.0 (§9). Every call returns another document. */
export function openApiDocument({ baseUrl = '/v1' }: OpenApiOptions = {}) {
  return structuredClone({
    openapi: '3.1.0',
    info: { title: 'Petstore Inventory Service', version: '1.0.0', description: describeService() },
    servers: [{ url: baseUrl, description: 'The base address; it contains the version path segment' }],
    security: [{ bearer: [] }],
    tags: Object.entries(areas).map(([name, description]) => ({ name, description })),
    paths: openApiPaths(),
    components: openApiComponents(),
  });
}

function describeService(): string {
  const rows = Object.entries(plans).map(([name, limits]) => {
    const { perMinute, perDay } = limits === 'custom' ? { perMinute: limits, perDay: limits } : limits;
    return `| ${name} | ${perMinute} | ${perDay} |`;
  });
  return [
    statements['service.http-with-json-bodies'].sentence,
    '',
    statements['limits.set-per-plan'].sentence,
    '',
    '| Plan | Requests per minute | Requests per day |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
}

/** Returns the operations as OpenAPI path items, every documented response with the headers that it must carry (§4, §8). */
function openApiPaths() {
  const paths: Record<string, Record<string, ReturnType<typeof describeOperation>>> = {};
  for (const operation of Object.values(operations)) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation),
    };
  }
  return paths;
}

const sentencesOf = (...ids: StatementId[]) => ids.map((id) => statements[id].sentence).join(' ');

const descriptions: Partial<Record<OperationId, string>> = {
  updateInventory: sentencesOf('update.records-stock-movements', 'update.is-experimental'),
  sendMessage: `${sentencesOf('messages.method-and-path', 'messages.queued-is-only-queued')} The document names no status of success.`,
  getPet: `${sentencesOf('pets.is-deprecated-with-sunset-date')} The document shows no date: that of \`x-sunset\` is assumed.`,
};

function describeOperation(operation: Operation) {
  const { id, summary, area, path, requestSchema } = operation;
  const description = descriptions[id];
  const parameters = templateParameters(path).map((name) => refer('parameters', name));
  return {
    operationId: id,
    summary,
    ...(description && { description }),
    tags: [area],
    ...(operation.stability !== 'stable' && { 'x-stability': operation.stability }),
    ...(operation.deprecated && { deprecated: true, 'x-sunset': openQuestions['sunset-date'].default.sunset }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestSchema && { requestBody: { required: true, content: jsonContent(requestSchema, requestSchema) } }),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [status, describeResponse(status, response)]),
    ),
  };
}

function describeResponse(status: string, { schema, description }: DocumentedResponse) {
  const headerNames = [...rateLimitHeaderNames, ...(status === '429' ? ['Retry-After'] : [])];
  return {
    description,
    headers: Object.fromEntries(headerNames.map((name) => [name, refer('headers', name)])),
    content: jsonContent(schema, schema === 'Error' ? `Error${status}` : schema),
  };
}

function jsonContent(schema: SchemaName, example: string) {
  return {
    'application/json': {
      schema: refer('schemas', schema),
      ...(example in bodyExamples && { examples: { [example]: refer('examples', example) } }),
    },
  };
}

const countSchema = { type: 'integer', minimum: 0 } as const;

const headers = {
  'X-RateLimit-Limit': { description: 'The limit of the plan', schema: countSchema },
  'X-RateLimit-Remaining': { description: 'The requests left', schema: countSchema },
  'X-RateLimit-Reset': {
    description: 'A Unix timestamp, in seconds, of the moment the limit resets',
    schema: { ...countSchema, format: 'int64' },
  },
  'Retry-After': {
    description: `The time until which the client backs off. ${openQuestions['retry-after-format'].question} The document does not say.`,
    schema: { type: 'string' },
  },
};

function refer(kind: keyof ReturnType<typeof openApiComponents>, name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Everything that the operations share: shapes, examples, the path id, headers and the bearer key (§2, §5, §8). */
function openApiComponents() {
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

/** Replaces every schema inside a schema that has its own name by a reference to it. */
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

/** The description of the service: plain JSON, operations by path template and then by method in lower case. */
export type OpenApiDocument = ReturnType<typeof openApiDocument>;

const itemExample: InventoryItem = { petId: 42, quantity: 12, status: 'available' };
const messageExample: Message = {
  id: 'msg_1',
  message: 'Hello from the quickstart',
  status: 'queued',
  createdAt: '2026-01-31T09:30:00.000Z',
};

/** A body of each shape that the document shows, by the name of its schema; errors by `Error` and their status, such as `Error404`. */
export const bodyExamples: Readonly<Record<string, unknown>> = {
  InventoryItem: itemExample,
  InventoryList: [itemExample, { petId: 43, quantity: 0, status: 'sold' } satisfies InventoryItem],
  InventoryUpdate: operations.updateInventory.requestExample,
  MessageRequest: operations.sendMessage.requestExample,
  Message: messageExample,
  ...errorExamples(),
};

/** The codes are the fake's (open question `error-codes`). */
function errorExamples(): Record<string, object> {
  const documented = new Set(Object.values(operations).flatMap(({ responses }) => Object.keys(responses).map(Number)));
  const examples: Record<string, object> = {};
  for (const [code, { status, title }] of Object.entries(errorCatalogue)) {
    if (documented.has(status)) examples[`Error${status}`] ??= { code, message: title, status };
  }
  return examples;
}
