import { parseServiceAddress } from '../../mocks/route.js';
import { openApiDocument } from '../spec/openapi.js';
import { InputError } from '../spec/validation/input-error.js';
import type { TextSink } from './terminal.js';

/** Prints the OpenAPI document as JSON. Throws an InputError for a base URL that cannot be. */
export function printOpenApi(baseUrl: string | undefined, stdout: TextSink): void {
  const document = openApiDocument(baseUrl === undefined ? {} : { baseUrl: checkedBaseUrl(baseUrl) });
  stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

function checkedBaseUrl(text: string): string {
  try {
    return parseServiceAddress(text).url;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const problem = 'it is no http(s) URL of scheme, host and path';
    throw new InputError('Reading --base-url', problem, 'Try --base-url https://api.example.test/v1');
  }
}
