import type { JSONSchema } from 'json-schema-to-ts';
import { templateParameters } from './path-template.js';

export interface DocumentedResponse {
  /** A name in {@link Service.schemas}; undefined: it has no body. */
  readonly schema: string | undefined;
  readonly description: string;
}

/** Everything that the document says about one operation: what it is, not how anybody carries it out. */
export interface Operation {
  readonly id: string;
  readonly area: string;
  readonly method: string;
  /** Path template below the address, such as `/inventory/{petId}`. A parameter is an int64. */
  readonly path: string;
  /** The parameter of the path; undefined if it has none. */
  readonly pathId: string | undefined;
  /** The address that the path is below. The messages URL may differ from the base URL (open question `messages-base-url`). */
  readonly address: 'base' | 'messages';
  readonly section: string;
  /** The statement that promises its successful response. */
  readonly statement: string;
  /** Statements that promise 401 without a good key, beside those that hold for every operation (§5). */
  readonly keyStatements: readonly string[];
  readonly summary: string;
  /** What more a reader of its description has to know. */
  readonly description?: string;
  readonly stability: 'stable' | 'experimental';
  readonly deprecated: boolean;
  /** The operation that replaces a deprecated one. */
  readonly successor?: string;
  /** Whether it may change what later requests get. */
  readonly isWrite: boolean;
  /** The open question whether it uses quota and carries the rate-limit headers. Undefined: it does (§8.1). */
  readonly rateLimitQuestion?: 'messages-rate-limited';
  /** A name in {@link Service.schemas}; undefined: it has no request body. */
  readonly requestSchema?: string;
  readonly requestExample?: object;
  /** The open question how another content type is treated. */
  readonly contentTypeQuestion?: 'update-content-type' | 'message-content-type';
  /** The document names a missing content type as an error by itself. */
  readonly requiresContentType: boolean;
  /** The status of success as the document gives it; `2xx` where it gives no number. Undefined: it shows no success at all. */
  readonly success?: string;
  /** Statuses that the document names for this operation, with the shape of their bodies. */
  readonly responses: Readonly<Record<number, DocumentedResponse>>;
}

/** What a file in `operations/` says: the operation with what belongs to it alone. */
export interface OperationEntry
  extends Omit<Operation, 'pathId' | 'isWrite' | keyof typeof usual>,
    Partial<Pick<Operation, keyof typeof usual>> {
  /** Schemas of its bodies that no other operation has. */
  readonly schemas?: Readonly<Record<string, JSONSchema>>;
  /** A body of each of these schemas. */
  readonly examples?: Readonly<Record<string, unknown>>;
}

/** A service as data. Everything that is not an operation asks it, and names none. */
export interface Service {
  /** The areas (§1, §4) and what they are for. */
  readonly areas: Readonly<Record<string, string>>;
  readonly operations: Readonly<Record<string, Operation>>;
  /** The shapes of all bodies, by name. */
  readonly schemas: Readonly<Record<string, JSONSchema>>;
  /** A body of each shape that the document shows, by the name of its schema. */
  readonly examples: Readonly<Record<string, unknown>>;
}

export type ServiceFrame = Pick<Service, 'areas' | 'schemas' | 'examples'>;

/** What most operations share; an entry names what differs. */
const usual = {
  address: 'base',
  keyStatements: [],
  stability: 'stable',
  deprecated: false,
  requiresContentType: false,
} as const;

const usualResponses: Operation['responses'] = {
  401: { schema: 'Error', description: 'Missing or invalid API key' },
  429: { schema: 'Error', description: 'Rate limit exceeded' },
};

const SAFE_METHODS = ['GET', 'HEAD'];

/** Returns a service with these operations, in this order. Throws if two have one id. */
export function defineService(frame: ServiceFrame, entries: readonly OperationEntry[]): Service {
  const operations = entries.map(({ schemas: _s, examples: _e, ...entry }): [string, Operation] => [
    entry.id,
    {
      ...usual,
      ...entry,
      pathId: templateParameters(entry.path)[0],
      isWrite: !SAFE_METHODS.includes(entry.method),
      responses: { ...usualResponses, ...entry.responses },
    },
  ]);
  return {
    areas: frame.areas,
    operations: Object.fromEntries(operations),
    schemas: Object.assign({}, frame.schemas, ...entries.map(({ schemas }) => schemas)),
    examples: Object.assign({}, frame.examples, ...entries.map(({ examples }) => examples)),
  };
}
