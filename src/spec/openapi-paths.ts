import { bodyExamples } from './examples.js';
import { openQuestions } from './open-questions.js';
import { refer } from './openapi-components.js';
import type { OpenApiContent, OpenApiDocument, OpenApiOperation, OpenApiResponse } from './openapi-document.js';
import { type DocumentedResponse, type Operation, type OperationId, operations } from './operations.js';
import { rateLimitHeaderNames } from './rate-limit-headers.js';
import type { SchemaName } from './schemas.js';
import { type StatementId, statements } from './statements.js';

/** The operations as OpenAPI path items, every documented answer with the headers that it must carry (§4, §8). */
export function openApiPaths(): OpenApiDocument['paths'] {
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of Object.values(operations)) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation),
    };
  }
  return paths;
}

const quote = (...ids: StatementId[]) => ids.map((id) => statements[id].sentence).join(' ');

const descriptions: Partial<Record<OperationId, string>> = {
  updateInventory: quote('update.records-stock-movements', 'update.is-experimental'),
  sendMessage: `${quote('messages.method-and-path', 'messages.queued-is-only-queued')} The document names no status of success.`,
  getPet: `${quote('pets.is-deprecated-with-sunset-date')} The document shows no date: that of \`x-sunset\` is assumed.`,
};

function describeOperation(operation: Operation): OpenApiOperation {
  const { id, summary, area, path, requestSchema } = operation;
  const description = descriptions[id];
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => refer('parameters', String(name)));
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

function describeResponse(status: string, { schema, description }: DocumentedResponse): OpenApiResponse {
  const headerNames = [...rateLimitHeaderNames, ...(status === '429' ? ['Retry-After'] : [])];
  return {
    description,
    headers: Object.fromEntries(headerNames.map((name) => [name, refer('headers', name)])),
    content: jsonContent(schema, schema === 'Error' ? `Error${status}` : schema),
  };
}

function jsonContent(schema: SchemaName, example: string): OpenApiContent {
  return {
    'application/json': {
      schema: refer('schemas', schema),
      ...(example in bodyExamples && { examples: { [example]: refer('examples', example) } }),
    },
  };
}
