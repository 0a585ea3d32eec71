import { openApiComponents } from './openapi-components.js';
import type { OpenApiDocument } from './openapi-document.js';
import { openApiPaths } from './openapi-paths.js';
import { areas } from './operations.js';
import { plans } from './plans.js';
import { statements } from './statements.js';

export interface OpenApiOptions {
  /** Where the service answers, `/v1` included and without a slash at the end; default `/v1` on the host of the description. */
  readonly baseUrl?: string;
}

/** Describes the service in OpenAPI 3.1, version 1.0.0 (§9). Every call answers a document of its own. */
export function openApiDocument({ baseUrl = '/v1' }: OpenApiOptions = {}): OpenApiDocument {
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
