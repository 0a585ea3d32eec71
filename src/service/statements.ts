import { petSentences } from './operations/get-pet.js';
import { listSentences } from './operations/list-inventory.js';
import { orderSentences } from './operations/list-orders.js';
import { messageSentences } from './operations/send-message.js';
import { updateSentences } from './operations/update-inventory.js';
import { sections } from './sections.js';

/** One promise of the document. Rules and reports quote it by its id, so an id is never renamed and never used again. */
export interface Statement {
  /** Section of the document; `8.1` is section 8, rule 1. Table rows and list items belong to the section they stand in. */
  readonly section: string;
  readonly party: 'service' | 'client';
  /** The words of the document; a table row reads `Column: cell; Column: cell`. A sentence with two promises is listed twice. */
  readonly sentence: string;
}

// Sentences that promise several things.
const headerMeanings =
  '`X-RateLimit-Limit` is the limit of the plan, `X-RateLimit-Remaining` the requests left, and `X-RateLimit-Reset` a Unix timestamp of the moment the limit resets.';
const retryAfter = 'It carries a `Retry-After` header, and the client backs off until the time it indicates.';
const higherLimits = 'Higher limits come with a higher plan; Enterprise quotas are agreed individually.';

/** What the document promises of no single operation, by section; ids read `<what it is about>.<what is promised>`. */
const generalSentences = {
  '§1': {
    'service.http-with-json-bodies': 'The service is a pet store interface over HTTP with JSON bodies.',
    'inventory.lists-every-pet': 'It lists the current stock level of every pet in the store.',
    'update.updates-one-pet': 'It updates the stock quantity of one pet.',
    'update.records-stock-movements': 'The update records new arrivals, returns or manual adjustments.',
    'service.has-pets-and-store-areas':
      'The service also has Pets and Store areas, which hold at least a pet lookup by id and a list of orders.',
    'service.base-address-contains-version':
      'The base address is {base_url}. It already contains the version path segment `/v1`.',
    'service.staging-address-contains-version':
      'A staging environment exists at {staging_base_url}, which also ends in `/v1`.',
    'auth.every-operation-requires-bearer': 'All operations require bearer authentication (section 5).',
  },
  '§2.1': {
    'inventory-item.pet-id':
      'Field: petId; Type: integer; Format: int64; Required: yes; Meaning: Id of the animal the entry tracks',
    'inventory-item.quantity': 'Field: quantity; Type: integer; Required: yes; Meaning: Current stock count',
    'inventory-item.status':
      'Field: status; Type: string; Format: PetStatus enum; Required: yes; Meaning: Status of the pet',
  },
  '§2.2': {
    'pet-status.values': 'String enum with exactly these values: `available`, `pending`, `sold`.',
  },
  '§2.4': {
    'error-body.code': 'Field: code; Type: string; Required: yes; Meaning: Machine-readable error code',
    'error-body.message': 'Field: message; Type: string; Required: yes; Meaning: Human-readable description',
    'error-body.status': 'Field: status; Type: integer; Required: yes; Meaning: The HTTP status code',
  },
  '§3': {
    'pet-status.states': 'Resource: Pet (field `status` of InventoryItem); States: `available`, `pending`, `sold`',
    'message-body.states': 'Resource: Message (field `status`); States: `queued`',
    'update.changes-quantity': 'The update operation changes `quantity`. It is not shown to change `status`.',
  },
  '§4': {
    'service.paths-relative-to-base-address': 'All paths are relative to {base_url}.',
    'auth.every-operation-needs-authorization-header': 'All operations need the `Authorization` header (section 5).',
    'service.bodies-are-application-json': 'Request and response bodies are `application/json`.',
  },
  '§5.1': {
    'auth.inventory-uses-http-bearer': 'Every operation of the inventory area uses HTTP bearer authentication.',
  },
  '§5.2': {
    'auth.client-sends-key-as-bearer':
      'The client sends its API key as the bearer token: header `Authorization: Bearer <API_KEY>`.',
  },
  '§5.3': {
    'auth.key-from-account': 'An API key is obtained by creating an account and then generating a key.',
  },
  '§5.4': {
    'auth.missing-or-invalid-key-answers-401':
      'When the key is missing or invalid, the service answers 401 with an Error body.',
  },
  '§5.5': {
    'auth.repeated-requests-can-ban-key':
      'Repeated requests after a 429 can lead to a temporary ban of the API key (section 8).',
  },
  '§7': {
    'errors.every-error-is-an-error-object':
      'Every error body is an Error object (`code`, `message`, `status`; all required).',
    'errors.status-repeats-http-status': '`status` repeats the HTTP status.',
    'errors.400':
      'HTTP status: 400; Condition: Body missing required fields or containing invalid values (update operation)',
    'errors.401': 'HTTP status: 401; Condition: Missing or invalid API key',
    'errors.404': 'HTTP status: 404; Condition: Requested resource could not be found (update operation)',
    'errors.429': 'HTTP status: 429; Condition: Rate limit exceeded (section 8)',
  },
  '§8': {
    'limits.set-per-plan': 'Rate limits are set per plan:',
    'limits.free-plan': 'Plan: Free; Requests per minute: 60; Requests per day: 1000',
    'limits.pro-plan': 'Plan: Pro; Requests per minute: 300; Requests per day: 10000',
    'limits.business-plan': 'Plan: Business; Requests per minute: 1000; Requests per day: 100000',
    'limits.enterprise-plan': 'Plan: Enterprise; Requests per minute: custom; Requests per day: custom',
  },
  '§8.1': {
    'limits.every-response-carries-headers':
      'Every API response carries these headers: `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset`.',
  },
  '§8.2': {
    'limits.limit-is-of-the-plan': headerMeanings,
    'limits.remaining-is-requests-left': headerMeanings,
    'limits.reset-is-unix-timestamp': headerMeanings,
  },
  '§8.3': {
    'limits.exceeded-answers-429': 'When a request exceeds the limit, the response is `429 Too Many Requests`.',
    'limits.429-carries-retry-after': retryAfter,
    'limits.client-backs-off-until-retry-after': retryAfter,
  },
  '§8.4': {
    'limits.insisting-client-may-be-banned':
      'A client that keeps sending requests after a 429 may have its API key temporarily banned.',
    'limits.client-backs-off-exponentially': 'Exponential backoff is the expected client behaviour.',
  },
  '§8.5': {
    'limits.higher-plan-has-higher-limits': higherLimits,
    'limits.enterprise-quotas-are-agreed': higherLimits,
  },
  '§9': {
    'versioning.version-is-path-segment': 'The version `v1` is the path segment of the base address.',
    'versioning.description-carries-version': 'The interface description carries the version number `1.0.0`.',
    'versioning.operations-can-be-marked': 'Operations can be marked `experimental` or `beta`.',
    'versioning.update-is-experimental':
      '`PATCH /inventory/{petId}` is experimental, and its request shape may change before it becomes stable.',
    'versioning.deprecated-operation-has-sunset-date':
      'A deprecated operation (`GET /pets/{petId}`) is marked with a sunset date.',
  },
} as const;

/** What the document asks of clients. */
const ofClients = /^(?:auth\.client-sends-key-as-bearer|limits\.client-backs-off-.+)$/;

/** Sentences by id, by section such as `§4.1`, in the order of the document. */
const all = [generalSentences, listSentences, updateSentences, messageSentences, petSentences, orderSentences] as const;

type KeyOfEach<Part> = Part extends unknown ? keyof Part : never;
type ValueOfEach<Part> = Part extends unknown ? Part[keyof Part] : never;

/** The id of a statement of the document. */
export type StatementId = KeyOfEach<ValueOfEach<(typeof all)[number]>> & string;

/** Every sentence of the document that promises something, by permanent id. */
export const statements = Object.fromEntries(
  all
    .flatMap((sentences) => Object.entries<Readonly<Record<string, string>>>(sentences))
    .flatMap(([section, byId]) =>
      Object.entries(byId).map(([id, sentence]) => [id, section.slice(1), sentence] as const),
    )
    .sort(([, one], [, other]) => placeOf(one) - placeOf(other))
    .map(([id, section, sentence]) => [id, { section, party: ofClients.test(id) ? 'client' : 'service', sentence }]),
) as Readonly<Record<StatementId, Statement>>;

export const statementIds = Object.keys(statements) as StatementId[];

/** Rule 3 of section 8 stands after its heading. */
function placeOf(section: string): number {
  const headings = [...sections.keys()];
  const [number = '', rule = '0'] = sections.has(section) ? [section] : section.split(/\.(?=\d+$)/);
  return headings.indexOf(number) + Number(rule) / 100;
}
