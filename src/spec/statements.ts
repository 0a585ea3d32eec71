/** One promise of the document. Rules and reports quote it by its id, so an id is never renamed and never used again. */
export interface Statement {
  /** Section of the document; `8.1` is section 8, rule 1. Table rows and list items belong to the section they stand in. */
  readonly section: string;
  /** Who has to keep the promise. */
  readonly party: 'service' | 'client';
  /**
   * The words of the document. A table row reads `Column: cell; Column: cell`, cells that hold only `-` left out.
   * A sentence that promises two things stands here twice; the id tells which one is meant.
   */
  readonly sentence: string;
}

// Sentences that promise several things.
const headerMeanings =
  '`X-RateLimit-Limit` is the limit of the plan, `X-RateLimit-Remaining` the requests left, and `X-RateLimit-Reset` a Unix timestamp of the moment the limit resets.';
const retryAfter = 'It carries a `Retry-After` header, and the client backs off until the time it indicates.';
const higherLimits = 'Higher limits come with a higher plan; Enterprise quotas are agreed individually.';

/** Every sentence of the document that promises something, by permanent id: `<what it is about>.<what is promised>`. */
export const statements = {
  'service.http-with-json-bodies': {
    section: '1',
    party: 'service',
    sentence: 'The service is a pet store interface over HTTP with JSON bodies.',
  },
  'inventory.lists-every-pet': {
    section: '1',
    party: 'service',
    sentence: 'It lists the current stock level of every pet in the store.',
  },
  'update.updates-one-pet': {
    section: '1',
    party: 'service',
    sentence: 'It updates the stock quantity of one pet.',
  },
  'update.records-stock-movements': {
    section: '1',
    party: 'service',
    sentence: 'The update records new arrivals, returns or manual adjustments.',
  },
  'service.has-pets-and-store-areas': {
    section: '1',
    party: 'service',
    sentence: 'The service also has Pets and Store areas, which hold at least a pet lookup by id and a list of orders.',
  },
  'service.base-address-contains-version': {
    section: '1',
    party: 'service',
    sentence: 'The base address is {base_url}. It already contains the version path segment `/v1`.',
  },
  'service.staging-address-contains-version': {
    section: '1',
    party: 'service',
    sentence: 'A staging environment exists at {staging_base_url}, which also ends in `/v1`.',
  },
  'auth.every-operation-requires-bearer': {
    section: '1',
    party: 'service',
    sentence: 'All operations require bearer authentication (section 5).',
  },

  'inventory-item.pet-id': {
    section: '2.1',
    party: 'service',
    sentence: 'Field: petId; Type: integer; Format: int64; Required: yes; Meaning: Id of the animal the entry tracks',
  },
  'inventory-item.quantity': {
    section: '2.1',
    party: 'service',
    sentence: 'Field: quantity; Type: integer; Required: yes; Meaning: Current stock count',
  },
  'inventory-item.status': {
    section: '2.1',
    party: 'service',
    sentence: 'Field: status; Type: string; Format: PetStatus enum; Required: yes; Meaning: Status of the pet',
  },
  'pet-status.values': {
    section: '2.2',
    party: 'service',
    sentence: 'String enum with exactly these values: `available`, `pending`, `sold`.',
  },
  'inventory-update.quantity': {
    section: '2.3',
    party: 'service',
    sentence: 'Field: quantity; Type: integer; Required: yes; Meaning: The new stock count',
  },
  'error-body.code': {
    section: '2.4',
    party: 'service',
    sentence: 'Field: code; Type: string; Required: yes; Meaning: Machine-readable error code',
  },
  'error-body.message': {
    section: '2.4',
    party: 'service',
    sentence: 'Field: message; Type: string; Required: yes; Meaning: Human-readable description',
  },
  'error-body.status': {
    section: '2.4',
    party: 'service',
    sentence: 'Field: status; Type: integer; Required: yes; Meaning: The HTTP status code',
  },
  'message-body.id': {
    section: '2.5',
    party: 'service',
    sentence: 'Field: id; Type: string; Meaning: Identifier of the message',
  },
  'message-body.message': {
    section: '2.5',
    party: 'service',
    sentence: 'Field: message; Type: string; Meaning: The text that was sent',
  },
  'message-body.status': {
    section: '2.5',
    party: 'service',
    sentence: 'Field: status; Type: string; Meaning: Processing state; the value `queued` is shown',
  },
  'message-body.created-at': {
    section: '2.5',
    party: 'service',
    sentence: 'Field: createdAt; Type: string, ISO 8601 timestamp; Meaning: Creation time',
  },

  'pet-status.states': {
    section: '3',
    party: 'service',
    sentence: 'Resource: Pet (field `status` of InventoryItem); States: `available`, `pending`, `sold`',
  },
  'message-body.states': {
    section: '3',
    party: 'service',
    sentence: 'Resource: Message (field `status`); States: `queued`',
  },
  'update.changes-quantity': {
    section: '3',
    party: 'service',
    sentence: 'The update operation changes `quantity`. It is not shown to change `status`.',
  },

  'service.paths-relative-to-base-address': {
    section: '4',
    party: 'service',
    sentence: 'All paths are relative to {base_url}.',
  },
  'auth.every-operation-needs-authorization-header': {
    section: '4',
    party: 'service',
    sentence: 'All operations need the `Authorization` header (section 5).',
  },
  'service.bodies-are-application-json': {
    section: '4',
    party: 'service',
    sentence: 'Request and response bodies are `application/json`.',
  },

  'inventory.method-and-path': {
    section: '4.1',
    party: 'service',
    sentence: 'Method and path: `GET /inventory`',
  },
  'inventory.operation-id': {
    section: '4.1',
    party: 'service',
    sentence: 'Operation id: `listInventory`',
  },
  'inventory.returns-current-stock-levels': {
    section: '4.1',
    party: 'service',
    sentence: 'Purpose: returns current stock levels for all pets in the store.',
  },
  'inventory.no-parameters': {
    section: '4.1',
    party: 'service',
    sentence: 'Parameters: none. No query parameters are defined.',
  },
  'inventory.no-request-body': {
    section: '4.1',
    party: 'service',
    sentence: 'Request body: none.',
  },
  'inventory.answers-200-with-items': {
    section: '4.1',
    party: 'service',
    sentence: 'Status: 200; Body: JSON array of InventoryItem',
  },
  'inventory.answers-401': {
    section: '4.1',
    party: 'service',
    sentence: 'Status: 401; Body: Error (missing or invalid API key)',
  },

  'update.method-and-path': {
    section: '4.2',
    party: 'service',
    sentence: 'Method and path: `PATCH /inventory/{petId}`',
  },
  'update.operation-id': {
    section: '4.2',
    party: 'service',
    sentence: 'Operation id: `updateInventory`',
  },
  'update.is-experimental': {
    section: '4.2',
    party: 'service',
    sentence: 'Stability: experimental. The request shape may change before the operation is stable.',
  },
  'update.sets-quantity': {
    section: '4.2',
    party: 'service',
    sentence: 'Purpose: sets the stock quantity of one pet, for new arrivals, returns or manual adjustments.',
  },
  'update.pet-id-parameter': {
    section: '4.2',
    party: 'service',
    sentence: 'Name: petId; Type: integer; Format: int64; Required: yes; Meaning: Id of the pet whose stock is updated',
  },
  'update.request-body': {
    section: '4.2',
    party: 'service',
    sentence: 'Request body: InventoryUpdate (required body; `quantity` required).',
  },
  'update.answers-200-with-updated-item': {
    section: '4.2',
    party: 'service',
    sentence: 'Status: 200; Body: InventoryItem (the updated entry); Condition: Success',
  },
  'update.answers-400': {
    section: '4.2',
    party: 'service',
    sentence: 'Status: 400; Body: Error; Condition: Body missing required fields or containing invalid values',
  },
  'update.answers-401': {
    section: '4.2',
    party: 'service',
    sentence: 'Status: 401; Body: Error; Condition: API key missing or invalid',
  },
  'update.answers-404': {
    section: '4.2',
    party: 'service',
    sentence: 'Status: 404; Body: Error; Condition: The requested resource could not be found',
  },

  'messages.method-and-path': {
    section: '4.3',
    party: 'service',
    sentence: 'Method and path: `POST /messages`, on an address written {messages_base_url}.',
  },
  'messages.request-headers': {
    section: '4.3',
    party: 'service',
    sentence: 'Request headers: `Authorization: Bearer <API_KEY>` and `Content-Type: application/json`.',
  },
  'messages.request-body': {
    section: '4.3',
    party: 'service',
    sentence: 'Request body: object with the field `message` (string, required).',
  },
  'messages.answers-with-message': {
    section: '4.3',
    party: 'service',
    sentence: 'Success response: Message object (section 2.5).',
  },
  'messages.answers-400': {
    section: '4.3',
    party: 'service',
    sentence: 'Error 400: invalid JSON, missing `message`, or missing content type header.',
  },
  'messages.answers-401': {
    section: '4.3',
    party: 'service',
    sentence: 'Error 401: API key absent or invalid.',
  },
  'messages.queued-is-only-queued': {
    section: '4.3',
    party: 'service',
    sentence: 'A `status` of `queued` means the request was only queued.',
  },

  'pets.is-deprecated-with-sunset-date': {
    section: '4.4',
    party: 'service',
    sentence: '`GET /pets/{petId}`: deprecated, with a sunset date.',
  },
  'orders.exists': {
    section: '4.4',
    party: 'service',
    sentence: '`GET /store/orders`: exists.',
  },

  'auth.inventory-uses-http-bearer': {
    section: '5.1',
    party: 'service',
    sentence: 'Every operation of the inventory area uses HTTP bearer authentication.',
  },
  'auth.client-sends-key-as-bearer': {
    section: '5.2',
    party: 'client',
    sentence: 'The client sends its API key as the bearer token: header `Authorization: Bearer <API_KEY>`.',
  },
  'auth.key-from-account': {
    section: '5.3',
    party: 'service',
    sentence: 'An API key is obtained by creating an account and then generating a key.',
  },
  'auth.missing-or-invalid-key-answers-401': {
    section: '5.4',
    party: 'service',
    sentence: 'When the key is missing or invalid, the service answers 401 with an Error body.',
  },
  'auth.repeated-requests-can-ban-key': {
    section: '5.5',
    party: 'service',
    sentence: 'Repeated requests after a 429 can lead to a temporary ban of the API key (section 8).',
  },

  'errors.every-error-is-an-error-object': {
    section: '7',
    party: 'service',
    sentence: 'Every error body is an Error object (`code`, `message`, `status`; all required).',
  },
  'errors.status-repeats-http-status': {
    section: '7',
    party: 'service',
    sentence: '`status` repeats the HTTP status.',
  },
  'errors.400': {
    section: '7',
    party: 'service',
    sentence:
      'HTTP status: 400; Condition: Body missing required fields or containing invalid values (update operation)',
  },
  'errors.401': {
    section: '7',
    party: 'service',
    sentence: 'HTTP status: 401; Condition: Missing or invalid API key',
  },
  'errors.404': {
    section: '7',
    party: 'service',
    sentence: 'HTTP status: 404; Condition: Requested resource could not be found (update operation)',
  },
  'errors.429': {
    section: '7',
    party: 'service',
    sentence: 'HTTP status: 429; Condition: Rate limit exceeded (section 8)',
  },

  'limits.set-per-plan': {
    section: '8',
    party: 'service',
    sentence: 'Rate limits are set per plan:',
  },
  'limits.free-plan': {
    section: '8',
    party: 'service',
    sentence: 'Plan: Free; Requests per minute: 60; Requests per day: 1000',
  },
  'limits.pro-plan': {
    section: '8',
    party: 'service',
    sentence: 'Plan: Pro; Requests per minute: 300; Requests per day: 10000',
  },
  'limits.business-plan': {
    section: '8',
    party: 'service',
    sentence: 'Plan: Business; Requests per minute: 1000; Requests per day: 100000',
  },
  'limits.enterprise-plan': {
    section: '8',
    party: 'service',
    sentence: 'Plan: Enterprise; Requests per minute: custom; Requests per day: custom',
  },
  'limits.every-response-carries-headers': {
    section: '8.1',
    party: 'service',
    sentence:
      'Every API response carries these headers: `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset`.',
  },
  'limits.limit-is-of-the-plan': {
    section: '8.2',
    party: 'service',
    sentence: headerMeanings,
  },
  'limits.remaining-is-requests-left': {
    section: '8.2',
    party: 'service',
    sentence: headerMeanings,
  },
  'limits.reset-is-unix-timestamp': {
    section: '8.2',
    party: 'service',
    sentence: headerMeanings,
  },
  'limits.exceeded-answers-429': {
    section: '8.3',
    party: 'service',
    sentence: 'When a request exceeds the limit, the response is `429 Too Many Requests`.',
  },
  'limits.429-carries-retry-after': {
    section: '8.3',
    party: 'service',
    sentence: retryAfter,
  },
  'limits.client-backs-off-until-retry-after': {
    section: '8.3',
    party: 'client',
    sentence: retryAfter,
  },
  'limits.insisting-client-may-be-banned': {
    section: '8.4',
    party: 'service',
    sentence: 'A client that keeps sending requests after a 429 may have its API key temporarily banned.',
  },
  'limits.client-backs-off-exponentially': {
    section: '8.4',
    party: 'client',
    sentence: 'Exponential backoff is the expected client behaviour.',
  },
  'limits.higher-plan-has-higher-limits': {
    section: '8.5',
    party: 'service',
    sentence: higherLimits,
  },
  'limits.enterprise-quotas-are-agreed': {
    section: '8.5',
    party: 'service',
    sentence: higherLimits,
  },

  'versioning.version-is-path-segment': {
    section: '9',
    party: 'service',
    sentence: 'The version `v1` is the path segment of the base address.',
  },
  'versioning.description-carries-version': {
    section: '9',
    party: 'service',
    sentence: 'The interface description carries the version number `1.0.0`.',
  },
  'versioning.operations-can-be-marked': {
    section: '9',
    party: 'service',
    sentence: 'Operations can be marked `experimental` or `beta`.',
  },
  'versioning.update-is-experimental': {
    section: '9',
    party: 'service',
    sentence: '`PATCH /inventory/{petId}` is experimental, and its request shape may change before it becomes stable.',
  },
  'versioning.deprecated-operation-has-sunset-date': {
    section: '9',
    party: 'service',
    sentence: 'A deprecated operation (`GET /pets/{petId}`) is marked with a sunset date.',
  },
} as const satisfies Record<string, Statement>;

export type StatementId = keyof typeof statements;

/** In the order of the document. */
export const statementIds = Object.keys(statements) as StatementId[];
