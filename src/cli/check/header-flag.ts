import { InputError } from '../../validation/input-error.js';

/** Headers that the suite sets itself. */
const OWN = new Set(['authorization', 'content-type', 'content-length', 'host', 'connection', 'transfer-encoding']);

/** Reads `Name: value`. Throws an InputError; the value may be a secret and is not repeated. */
export function parseHeader(text: string): readonly [name: string, value: string] {
  const refusal = (problem: string) => new InputError('Reading --header', problem, 'Try --header "X-Tenant: blue"');
  const match = /^([\w!#$%&'*+\-.^`|~]+):[ \t]*([\t\x20-\x7e]*)$/.exec(text);
  if (match === null) throw refusal('it is no name, colon and value in plain characters');
  const [, name = '', value = ''] = match;
  if (name.toLowerCase() === 'authorization') {
    throw new InputError('Reading --header', 'the API key does not belong there', 'Set PETSTORE_API_KEY');
  }
  if (OWN.has(name.toLowerCase())) throw refusal(`${name} is set by the suite`);
  return [name, value.trimEnd()];
}
