export interface Reference {
  $ref: string;
}

export interface OpenApiContent {
  'application/json': { schema: Reference; examples?: Record<string, Reference> };
}

export interface OpenApiResponse {
  description: string;
  headers: Record<string, Reference>;
  content: OpenApiContent;
}

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  deprecated?: true;
  /** The document's mark of an operation that may still change (§9). */
  'x-stability'?: string;
  /** The moment after which a deprecated operation may be gone (§9), as an ISO 8601 timestamp. */
  'x-sunset'?: string;
  parameters?: Reference[];
  requestBody?: { required: true; content: OpenApiContent };
  responses: Record<string, OpenApiResponse>;
}

/** The parts of OpenAPI 3.1 that the description of the service uses; plain JSON throughout. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string; description: string }[];
  security: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  /** Operations by path template and then by method in lower case. */
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: Record<string, object>;
    examples: Record<string, { value: unknown }>;
    parameters: Record<string, object>;
    headers: Record<string, { description: string; required: true; schema: object }>;
    securitySchemes: Record<string, object>;
  };
}
