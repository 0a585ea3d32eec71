import { describeEvents } from './openapi-events.js';
import { describeResponses } from './openapi-responses.js';
import { type AdminOperation, adminAreas, adminOperations } from './operations.js';
import { type AdminParameter, pathParameters, queryParameters } from './parameters.js';
import { adminSchemas } from './schemas.js';

/** The parts of OpenAPI 3.1 that the description of the admin API uses; plain JSON throughout. */
export interface AdminDescription {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Operations by path template and then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

/** Describes the admin API in OpenAPI 3.1. `version` is that of petstore-mock. Every call answers a document of its own. */
export function adminDescription(version: string): AdminDescription {
  return structuredClone({
    openapi: '3.1.0',
    info: { title: 'The control room of petstore-mock', version, description: describeApi() },
    servers: [{ url: '/__admin', description: 'On the server that fakes the service' }],
    security: [{ adminToken: [] }],
    tags: Object.entries(adminAreas).map(([name, description]) => ({ name, description })),
    paths: describePaths(),
    components: {
      schemas: { ...adminSchemas, Event: describeEvents() },
      parameters: Object.fromEntries([
        ...describeAll('path', pathParameters),
        ...describeAll('query', queryParameters),
      ]),
      securitySchemes: {
        adminToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token that the server was given, or printed at its start. It is no API key.',
        },
      },
    },
  });
}

function describeApi(): string {
  return [
    'Steers and watches a running fake. No call needs an API key, uses a quota or meets a fault.',
    'Each call is carried out whole or not at all.',
    'A key is named by its pseudonym (`key#1`) or as it was given out, and told by its pseudonym alone.',
  ].join(' ');
}

function describePaths(): AdminDescription['paths'] {
  const paths: Record<string, Record<string, object>> = {};
  for (const [id, operation] of Object.entries(adminOperations)) {
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: describe(id, operation) };
  }
  return paths;
}

function describe(operationId: string, operation: AdminOperation): object {
  const { area, path, summary, isOfWorld, query, body } = operation;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path-${name}`);
  const inQuery = [...query, ...(isOfWorld ? ['world'] : [])].map((name) => `query-${name}`);
  const parameters = [...inPath, ...inQuery].map((name) => ({ $ref: `#/components/parameters/${name}` }));
  return {
    operationId,
    summary,
    tags: [area],
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: describeBody(body) }),
    responses: describeResponses(operation),
  };
}

function describeBody({ schema, example }: NonNullable<AdminOperation['body']>): object {
  const shape: object = adminSchemas[schema];
  return {
    required: 'required' in shape || 'minProperties' in shape,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, example } },
  };
}

function describeAll(where: 'path' | 'query', parameters: Readonly<Record<string, AdminParameter>>) {
  return Object.entries(parameters).map(([name, { description, schema, example }]) => {
    const isInteger = typeof schema === 'object' && schema.type === 'integer';
    const shown = { description, schema, example: isInteger ? Number(example) : example };
    return [`${where}-${name}`, { name, in: where, ...(where === 'path' && { required: true }), ...shown }] as const;
  });
}
