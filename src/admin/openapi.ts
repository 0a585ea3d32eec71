import { templateParameters } from '../service/path-template.js';
import { adminEvents } from './events.js';
import {
  type AdminOperation,
  type AdminParameter,
  adminAreas,
  adminOperations,
  pathParameters,
  queryParameters,
} from './operations.js';
import { adminSchemas, isBodyNeeded } from './schemas.js';

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
      schemas: adminSchemas,
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
    ...(body !== undefined && {
      requestBody: { required: isBodyNeeded(body.schema), content: jsonOf(body.schema, body.example) },
    }),
    responses: describeResponses(operation),
  };
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

/** Describes the responses of an operation. Every error is of one shape. */
function describeResponses({ response, status, summary }: AdminOperation): Record<string, object> {
  const content = response === 'events' ? EVENT_STREAM : jsonOf(response);
  return {
    [status]: { description: summary, content },
    '4XX': { description: 'What is wrong, and what to do. Nothing was changed', content: jsonOf('Error') },
  };
}

/** The data of each event. */
const EVENT_STREAM = {
  'text/event-stream': {
    schema: {
      anyOf: Object.values(adminEvents).map((data) =>
        typeof data === 'string' ? { $ref: `#/components/schemas/${data}` } : data,
      ),
    },
  },
};
