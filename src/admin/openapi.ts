import { templateParameters } from '../spec/path-template.js';
import { adminEvents } from './events.js';
import {
  type AdminOperation,
  type AdminParameter,
  adminAreas,
  adminOperations,
  pathParameters,
  queryParameters,
} from './operations.js';
import { adminSchemas } from './schemas.js';

/** Returns the OpenAPI 3.1 document of the admin API, a new copy for each call. `version` is the version of petstore-mock. */
export function adminDescription(version: string) {
  return structuredClone({
    openapi: '3.1.0',
    info: {
      title: 'The control room of petstore-mock',
      version,
      description:
        'Controls and observes a running fake. Calls need no API key, use no quota and are not affected by faults. Each call takes effect completely or not at all. Pass a key as its pseudonym (`key#1`) or its text; responses contain only the pseudonym, except a new key and the state documents of snapshots, which contain minted keys.',
    },
    servers: [{ url: '/__admin', description: 'The server that fakes the service' }],
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
          description: 'The admin token, set with --admin-token or printed at startup. It is not an API key.',
        },
      },
    },
  });
}

function describePaths() {
  const paths: Record<string, Record<string, object>> = {};
  for (const [id, operation] of Object.entries(adminOperations)) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(id, operation),
    };
  }
  return paths;
}

function describeOperation(operationId: string, operation: AdminOperation): object {
  const { area, path, summary, isOfWorld, query, body } = operation;
  const inPath = templateParameters(path).map((name) => `path-${name}`);
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
  return { required: 'required' in shape || 'minProperties' in shape, content: jsonOf(schema, example) };
}

function jsonOf(schema: string, example?: object): object {
  const described = { schema: { $ref: `#/components/schemas/${schema}` }, ...(example !== undefined && { example }) };
  return { 'application/json': described };
}

function describeAll(where: 'path' | 'query', parameters: Readonly<Record<string, AdminParameter>>) {
  return Object.entries(parameters).map(([name, { description, schema, example }]) => {
    const isInteger = typeof schema === 'object' && schema.type === 'integer';
    const shown = { description, schema, example: isInteger ? Number(example) : example };
    return [`${where}-${name}`, { name, in: where, ...(where === 'path' && { required: true }), ...shown }] as const;
  });
}

/** The error responses: what they mean, and their codes. */
const errorResponses = {
  400: ['The request is invalid; nothing was changed', 'invalid_request'],
  401: ['The admin token is missing or wrong', 'unauthorized'],
  403: ['The Host header is not allowed, or the request comes from a page of another origin', 'forbidden'],
  404: ['The resource or `world` does not exist', 'not_found'],
  408: ['Too few requests arrived before the timeout', 'request_timeout'],
  409: ['The server is a proxy and does not support this operation, or the state does not allow it', 'conflict'],
  413: ['The body is too large', 'payload_too_large'],
  503: ['Too many such calls are open, or the server is stopping', 'unavailable'],
} as const;

/** Describes every response of an operation by its status. */
function describeResponses(operation: AdminOperation): Record<string, object> {
  const { isOfWorld, isForProxy, staysOpen, path, body, response, summary } = operation;
  const errors: readonly (keyof typeof errorResponses)[] = [
    400,
    401,
    403,
    ...(isOfWorld || path.includes('{') ? [404 as const] : []),
    ...(response === 'RequestWait' ? [408 as const] : []),
    ...(isForProxy ? [] : [409 as const]),
    ...(body === undefined ? [] : [413 as const]),
    ...(staysOpen ? [503 as const] : []),
  ];
  return {
    [operation.status]:
      response === 'events' ? describeStream(summary) : { description: summary, content: jsonOf(response) },
    ...Object.fromEntries(
      errors.map((status) => {
        const [description, code] = errorResponses[status];
        return [status, { description, content: jsonOf('Error', { code, message: `${description}.`, status }) }];
      }),
    ),
  };
}

function describeStream(summary: string): object {
  return {
    description: `${summary}: server-sent events, each as in the schema Event. The stream stays open until the client or the server closes it.`,
    content: {
      'text/event-stream': {
        schema: {
          type: 'string',
          contentMediaType: 'text/event-stream',
          contentSchema: { type: 'array', items: { $ref: '#/components/schemas/Event' } },
        },
      },
    },
  };
}

/** Describes one event of the stream: its name and its parsed data. */
function describeEvents(): object {
  const events = Object.entries(adminEvents).map(([name, data]) => ({
    type: 'object',
    required: ['event', 'data'],
    properties: {
      event: { const: name },
      data: typeof data === 'string' ? { $ref: `#/components/schemas/${data}` } : data,
    },
  }));
  return { description: 'One event of `GET /events`: its name and its parsed data', oneOf: events };
}
