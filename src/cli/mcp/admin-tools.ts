import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import {
  type AdminOperation,
  type AdminOperationId,
  adminOperations,
  pathParameters,
  queryParameters,
} from '../../admin/operations.js';
import { adminSchemas } from '../../admin/schemas.js';
import { templateParameters } from '../../service/path-template.js';

/** A tool responds once; a stream does not end. */
const operations = Object.entries<AdminOperation>(adminOperations).filter(([, { response }]) => response !== 'events');

/** What loses something that the world had. */
const DESTRUCTIVE = /(?:^|\.)(?:reset|seed|restore|delete|remove|clear|revoke)$/;

interface Fields {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

const NO_BODY: Fields = { additionalProperties: false };

/** The operations of the admin API as tools, by the ids of the operations. */
export const adminTools: readonly Tool[] = operations.map(([id, operation]) => toolOf(id, operation));

export function isAdminTool(name: string): name is AdminOperationId {
  return operations.some(([id]) => id === name);
}

function toolOf(name: string, operation: AdminOperation): Tool {
  const { call, method, summary, body } = operation;
  const isReading = method === 'GET';
  return {
    name,
    description: `${summary}.${body === undefined ? '' : ` Example: ${exampleOf(body)}`}`,
    inputSchema: inputSchemaOf(operation),
    annotations: {
      readOnlyHint: isReading,
      ...(!isReading && { destructiveHint: DESTRUCTIVE.test(call) }),
      openWorldHint: false,
    },
  };
}

type Body = NonNullable<AdminOperation['body']>;

function exampleOf({ document, example }: Body): string {
  return JSON.stringify(document === undefined ? example : { [document]: example });
}

/** One object: the parameters of path and query, the world, and the fields of the body. */
function inputSchemaOf({ path, query, isOfWorld, body }: AdminOperation): Tool['inputSchema'] {
  const inPath = templateParameters(path) as (keyof typeof pathParameters)[];
  const inQuery = [...query, ...(isOfWorld ? (['world'] as const) : [])];
  const { properties, required = [], additionalProperties = true } = body === undefined ? NO_BODY : fieldsOf(body);
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(inPath.map((name) => [name, described(pathParameters[name])])),
      ...Object.fromEntries(inQuery.map((name) => [name, described(queryParameters[name])])),
      ...properties,
    },
    required: [...inPath, ...required],
    additionalProperties,
  };
}

function fieldsOf({ schema, document }: Body): Fields {
  const shape: Fields = adminSchemas[schema] as object;
  return document === undefined
    ? shape
    : { properties: { [document]: shape }, required: [document], additionalProperties: false };
}

function described({ description, schema }: { readonly description: string; readonly schema: object }): object {
  return { ...schema, description };
}
