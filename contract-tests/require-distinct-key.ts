import { rateLimitHeaderNames } from '../src/spec/rate-limit-headers.js';
import { createRedactor } from '../src/transcript/create-redactor.js';
import { InputError } from '../src/validation/input-error.js';
import { messageProbes } from './probes/message-probes.js';
import { readObservations, readProbes } from './probes/read-probes.js';
import { writeProbes } from './probes/write-probes.js';
import type { SuiteOptions } from './suite.js';

/** What stands in the answers of a service that conforms. */
const DOCUMENTED = [
  'petId quantity status available pending sold code message id queued createdAt',
  'Authorization Bearer Basic Content-Type application/json Retry-After',
  ...rateLimitHeaderNames,
  '200 400 401 404 429',
];

/** Throws an InputError, which does not repeat the key, where hiding it would make the requests or sound answers unreadable. */
export function requireDistinctKey({
  apiKey,
  baseUrl,
  messagesUrl = '',
}: Pick<SuiteOptions, 'apiKey' | 'baseUrl' | 'messagesUrl'>): void {
  const redactor = createRedactor();
  redactor.nameOf(apiKey);
  const probes = [...readProbes, ...writeProbes, ...messageProbes, ...readObservations];
  const ordinary = [baseUrl, messagesUrl, ...DOCUMENTED, ...probes.map(({ path }) => path)].join('\n');
  if (redactor.redact(ordinary) === ordinary) return;
  const problem =
    'it is part of the URL or an ordinary word of the service, so it could not be hidden in what is reported';
  throw new InputError('Using the API key', problem, 'Use a key such as petstore_live_4f9a1c77');
}
