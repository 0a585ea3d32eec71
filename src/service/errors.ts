interface ErrorEntry {
  /** The HTTP status that goes with the code unless the behaviour says otherwise. */
  readonly status: number;
  readonly title: string;
}

/** Every error of the fake. The document fixes the statuses 400, 401, 404 and 429 (§7) and no code (open question `error-codes`). */
export const errorCatalogue = {
  invalid_request: { status: 400, title: 'Body missing required fields or containing invalid values' },
  unauthorized: { status: 401, title: 'Missing or invalid API key' },
  not_found: { status: 404, title: 'Requested resource could not be found' },
  method_not_allowed: { status: 405, title: 'The path is known, the method is not' },
  gone: { status: 410, title: 'The operation is past its sunset' },
  payload_too_large: { status: 413, title: 'The body is larger than the service reads' },
  unsupported_media_type: { status: 415, title: 'The body is of another content type' },
  rate_limit_exceeded: { status: 429, title: 'Rate limit exceeded' },
  key_banned: { status: 429, title: 'The API key is banned for a while' },
  internal_error: { status: 500, title: 'A bug in the fake' },
} satisfies Readonly<Record<string, ErrorEntry>>;

/** The names of all error codes; the values that are sent are the open question `error-codes`. */
export type ErrorCode = keyof typeof errorCatalogue;

/**
 * Every situation for which a deployment may have its own code or text (open questions `error-codes`, `error-messages`), with the
 * codes of the fake in it, by default the first.
 */
export const errorSituations = {
  'key-missing': ['unauthorized'],
  'key-wrong': ['unauthorized'],
  'key-not-bearer': ['unauthorized'],
  'key-empty': ['unauthorized'],
  'path-unknown': ['not_found'],
  'method-unknown': ['method_not_allowed', 'not_found'],
  'pet-unknown': ['not_found'],
  'pet-id-malformed': ['invalid_request', 'not_found'],
  'pet-id-beyond-int64': ['invalid_request', 'not_found'],
  'body-too-large': ['payload_too_large'],
  'content-type-wrong': ['invalid_request', 'unsupported_media_type'],
  'content-type-missing': ['invalid_request', 'unsupported_media_type'],
  'body-empty': ['invalid_request'],
  'body-malformed': ['invalid_request'],
  'body-no-object': ['invalid_request'],
  'field-missing': ['invalid_request'],
  'field-wrong': ['invalid_request'],
  'field-out-of-range': ['invalid_request'],
  'field-blank': ['invalid_request'],
  'field-unknown': ['invalid_request'],
} satisfies Readonly<Record<string, readonly [ErrorCode, ...ErrorCode[]]>>;

export type ErrorSituation = keyof typeof errorSituations;

/** What the situations are. Apart from them: the docs alone need it. */
export const situationTitles: Readonly<Record<ErrorSituation, string>> = {
  'key-missing': 'No API key was sent',
  'key-wrong': 'The API key is not known, was revoked or has expired',
  'key-not-bearer': 'The credentials use a scheme other than Bearer; without its own text it is key-wrong',
  'key-empty': 'The Authorization header has no key; without its own text it is key-missing',
  'path-unknown': 'No operation has the path',
  'method-unknown': 'The path has no such method',
  'pet-unknown': 'No pet has this id',
  'pet-id-malformed': 'The path id is not an integer',
  'pet-id-beyond-int64': 'The path id is an integer beyond int64; without its own text it is pet-id-malformed',
  'body-too-large': 'The body is larger than the service reads',
  'content-type-wrong': 'The content type is not JSON',
  'content-type-missing': 'The content type is missing; without its own text it is content-type-wrong',
  'body-empty': 'A body is required, and none was sent',
  'body-malformed': 'The body is not JSON, not plain UTF-8, nested too deeply, or has a duplicate key',
  'body-no-object': 'The body is JSON but not an object',
  'field-missing': 'A required field is missing',
  'field-wrong': 'A field is of another type',
  'field-out-of-range': 'quantity is out of its bounds',
  'field-blank': 'The message is empty or blank (if such ones are rejected); without its own text it is field-wrong',
  'field-unknown': 'The field is unknown (if unknown fields are rejected)',
};

type GeneralName = ErrorCode | ErrorSituation;

/** A code, a situation, or either of them at one operation: `sendMessage field-missing`; `other`: at none. */
export type ErrorName = GeneralName | `${string} ${GeneralName}`;

export interface NamedError {
  readonly code: ErrorCode;
  /** Undefined if absent or unknown. */
  readonly situation: ErrorSituation | undefined;
}

/** What a situation without a text itself counts as: a key under another scheme than Bearer as a wrong key. */
const widerSituation: { readonly [Situation in ErrorSituation]?: ErrorSituation } = {
  'key-not-bearer': 'key-wrong',
  'key-empty': 'key-missing',
  'field-blank': 'field-wrong',
  'pet-id-beyond-int64': 'pet-id-malformed',
  'content-type-missing': 'content-type-wrong',
};

/** Returns the names under which an error may have its own code or text, the most specific first: those at its operation, if it is given. */
export function namesOfError({ code, situation }: NamedError, operation?: string): ErrorName[] {
  const general: GeneralName[] = [code];
  const wider = situation && widerSituation[situation];
  if (situation !== undefined) general.unshift(situation, ...(wider === undefined ? [] : [wider]));
  const atOperation = general.map((name) => `${operation} ${name}` as const);
  // What all operations have in a situation goes before what one of them has for a code.
  return operation === undefined
    ? general
    : [...atOperation.slice(0, -1), ...general.slice(0, -1), ...atOperation.slice(-1), code];
}
