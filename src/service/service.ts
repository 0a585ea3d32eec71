import type { JSONSchema } from 'json-schema-to-ts';
import { templateParameters } from './path-template.js';
import { sections } from './sections.js';

/** One promise of the document. Rules and reports quote it by its id, so an id is never renamed and never used again. */
export interface Statement {
  /** Section of the document; `8.1` is section 8, rule 1. Table rows and list items belong to the section they stand in. */
  readonly section: string;
  readonly party: 'service' | 'client';
  /** The words of the document; a table row reads `Column: cell; Column: cell`. A sentence with two promises is listed twice. */
  readonly sentence: string;
}

/** Statements as an operation or a topic lists them: sentences by id, by section such as `§4.1`, in the order of the document. */
type Sentences = Readonly<Record<string, Readonly<Record<string, string>>>>;

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
  readonly sentences: Sentences;
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
  /** By id, in the order of the document. */
  readonly statements: Readonly<Record<string, Statement>>;
  /** The shapes of all bodies, by name. */
  readonly schemas: Readonly<Record<string, JSONSchema>>;
  /** A body of each shape that the document shows, by the name of its schema. */
  readonly examples: Readonly<Record<string, unknown>>;
}

export interface ServiceFrame extends Pick<Service, 'areas' | 'schemas' | 'examples'> {
  readonly sentences: Sentences;
  /** The ids of the statements that ask something of clients; every other one is a promise of the service. */
  readonly ofClients: readonly string[];
}

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
  const operations = entries.map(({ sentences: _, schemas: _s, examples: _e, ...entry }): [string, Operation] => [
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
    statements: statementsOf([frame.sentences, ...entries.map(({ sentences }) => sentences)], frame.ofClients),
    schemas: Object.assign({}, frame.schemas, ...entries.map(({ schemas }) => schemas)),
    examples: Object.assign({}, frame.examples, ...entries.map(({ examples }) => examples)),
  };
}

function statementsOf(lists: readonly Sentences[], ofClients: readonly string[]): Record<string, Statement> {
  const found = lists.flatMap((sentences) =>
    Object.entries(sentences).flatMap(([section, byId]) =>
      Object.entries(byId).map(([id, sentence]): [string, Statement] => [
        id,
        { section: section.slice(1), party: ofClients.includes(id) ? 'client' : 'service', sentence },
      ]),
    ),
  );
  return Object.fromEntries(found.sort(([, one], [, other]) => placeOf(one.section) - placeOf(other.section)));
}

const headings = [...sections.keys()];

/** Rule 3 of section 8 stands after its heading. */
function placeOf(section: string): number {
  const heading = headings.indexOf(section);
  if (heading !== -1) return heading;
  const [, number = '', rule = '0'] = /^(.*)\.(\d+)$/.exec(section) ?? [];
  return headings.indexOf(number) + Number(rule) / 100;
}
