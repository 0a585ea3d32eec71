import type { ErrorCode, ErrorSituation } from './behaviour.js';

export interface SituationEntry {
  /** The codes that the fake refuses with in this situation, by default the first. */
  readonly codes: readonly [ErrorCode, ...ErrorCode[]];
  readonly title: string;
}

/** Every situation for which a deployment may have an error code or a text of its own (open questions `error-codes`, `error-messages`). */
export const errorSituations: Readonly<Record<ErrorSituation, SituationEntry>> = {
  'key-missing': { codes: ['unauthorized'], title: 'No API key was sent' },
  'key-wrong': {
    codes: ['unauthorized'],
    title: 'The API key is not known, was revoked or has expired',
  },
  'key-not-bearer': {
    codes: ['unauthorized'],
    title: 'The credentials come under another scheme than Bearer; without a text of its own it is key-wrong',
  },
  'path-unknown': { codes: ['not_found'], title: 'No operation has the path, or a 404 hides that it has the method' },
  'pet-unknown': { codes: ['not_found'], title: 'There is no pet with the id' },
  'pet-id-malformed': { codes: ['invalid_request', 'not_found'], title: 'The path id is no int64' },
  'content-type-wrong': {
    codes: ['invalid_request', 'unsupported_media_type'],
    title: 'The content type is missing or another than JSON',
  },
  'body-empty': { codes: ['invalid_request'], title: 'A body is asked for, and none was sent' },
  'body-malformed': {
    codes: ['invalid_request'],
    title: 'The body is no JSON, not plain UTF-8, nested too deeply, or has one key twice',
  },
  'body-no-object': { codes: ['invalid_request'], title: 'The body is JSON and no object' },
  'field-missing': { codes: ['invalid_request'], title: 'A required field is missing' },
  'field-wrong': { codes: ['invalid_request'], title: 'A field is of another type' },
  'field-out-of-range': { codes: ['invalid_request'], title: 'quantity is out of its bounds' },
  'field-unknown': { codes: ['invalid_request'], title: 'There is no such field (where those are refused)' },
};
