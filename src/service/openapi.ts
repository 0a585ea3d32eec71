import { errorCatalogue } from './errors.js';
import { templateParameters } from './path-template.js';
import { petstore } from './petstore.js';
import { plans } from './plans.js';
import { openQuestions } from './questions/open-questions.js';
import { rateLimitHeaderNames } from './rate-limit-headers.js';
import { inventoryItemSchema } from './schemas.js';
import type { DocumentedResponse, Operation, Service } from './service.js';
import { statements } from './statements.js';

/** Options of the OpenAPI document. */
export interface OpenApiOptions {
  /** The address of the service, `/v1` included and without a slash at the end; default `/v1` on the host of the description. */
  readonly baseUrl?: string;
}

/** Describes the service in OpenAPI 3.1, version 1.0.0 (§9). Every call returns another document. */
export function openApiDocument({ baseUrl = '/v1' }: OpenApiOptions = {}) {
  return describeInOpenApi(petstore, baseUrl);
}

/** Describes a service with the keys, errors and limits of the document. */
export function describeInOpenApi(service: Service, baseUrl: string) {
  return structuredClone({
    openapi: '3.1.0',
    info: { title: 'Petstore Inventory Service', version: '1.0.0', description: describeService() },
    servers: [{ url: baseUrl, description: 'The base address; it contains the version path segment' }],
    security: [{ bearer: [] }],
    tags: Object.entries(service.areas).map(([name, description]) => ({ name, description })),
    paths: openApiPaths(service),
    components: openApiComponents(service),
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
function openApiPaths(service: Service) {
  const examples = bodyExamples(service);
  const paths: Record<string, Record<string, ReturnType<typeof describeOperation>>> = {};
  for (const operation of Object.values(service.operations)) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(operation, examples) };
  }
  return paths;
}

type Examples = ReturnType<typeof bodyExamples>;

function describeOperation(operation: Operation, examples: Examples) {
  const { id, summary, description, area, path, requestSchema } = operation;
  const parameters = templateParameters(path).map((name) => refer('parameters', name));
  const requestBody = requestSchema && {
    required: true,
    content: jsonContent(requestSchema, requestSchema, examples),
  };
  return {
    operationId: id,
    summary,
    ...(description && { description }),
    tags: [area],
    ...(operation.stability !== 'stable' && { 'x-stability': operation.stability }),
    ...(operation.deprecated && { deprecated: true, 'x-sunset': openQuestions['sunset-date'].default.sunset }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: mapValues(operation.responses, (response, status) => describeResponse(status, response, examples)),
  };
}

function describeResponse(status: string, { schema, description }: DocumentedResponse, examples: Examples) {
  const headerNames = [...rateLimitHeaderNames, ...(status === '429' ? ['Retry-After'] : [])];
  return {
    description,
    headers: Object.fromEntries(headerNames.map((name) => [name, refer('headers', name)])),
    ...(schema && { content: jsonContent(schema, schema === 'Error' ? `Error${status}` : schema, examples) }),
  };
}

function jsonContent(schema: string, example: string, examples: Examples) {
  return {
    'application/json': {
      schema: refer('schemas', schema),
      ...(example in examples && { examples: { [example]: refer('examples', example) } }),
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

function openApiComponents(service: Service) {
  const { schemas, operations } = service;
  const { type, format } = inventoryItemSchema.properties.petId;
  const parameters = Object.values(operations).flatMap(({ path }) => templateParameters(path));
  const names = new Map<unknown, string>(Object.entries(schemas).map(([name, schema]) => [schema, name]));
  return {
    schemas: mapValues(schemas, (schema) => withReferences(schema as object, names)),
    examples: mapValues(bodyExamples(service), (value) => ({ value })),
    parameters: Object.fromEntries(
      parameters.map((name) => [
        name,
        { name, in: 'path', required: true, description: 'Id of the pet', schema: { type, format } },
      ]),
    ),
    headers: mapValues(headers, (header) => ({ ...header, required: true as const })),
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: statements['auth.client-sends-key-as-bearer'].sentence },
    },
  };
}

function withReferences(schema: object, names: ReadonlyMap<unknown, string>): object {
  const replace = (value: unknown): unknown => {
    const name = names.get(value);
    if (name !== undefined) return refer('schemas', name);
    return typeof value === 'object' && value !== null ? withReferences(value, names) : value;
  };
  return Array.isArray(schema) ? schema.map(replace) : mapValues(schema as Record<string, unknown>, replace);
}

function mapValues<In, Out>(record: Readonly<Record<string, In>>, map: (value: In, key: string) => Out) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}

/** The description of the service: plain JSON, operations by path template and then by method in lower case. */
export type OpenApiDocument = ReturnType<typeof openApiDocument>;

/** Returns the service's examples, and one of each documented error as `Error404`. The codes are the fake's (open question `error-codes`). */
export function bodyExamples({ operations, examples }: Service): Readonly<Record<string, unknown>> {
  const documented = new Set(Object.values(operations).flatMap(({ responses }) => Object.keys(responses).map(Number)));
  const errors: Record<string, object> = {};
  for (const [code, { status, title }] of Object.entries(errorCatalogue)) {
    if (documented.has(status)) errors[`Error${status}`] ??= { code, message: title, status };
  }
  return { ...examples, ...errors };
}
