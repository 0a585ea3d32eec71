import { BEARER_TOKEN } from '../../spec/bearer-token.js';
import { InputError } from '../../validation/input-error.js';
import { readTextFile } from '../read-text-file.js';
import type { Terminal } from '../terminal.js';

const USUAL_PLACE = { variable: 'PETSTORE_API_KEY', flag: '--api-key-file' };

/** Reads the API key from the file named, else from its variable. Throws an InputError that does not repeat it. */
export function readApiKey(
  file: string | undefined,
  { variables }: Pick<Terminal, 'variables'>,
  { variable, flag } = USUAL_PLACE,
): string {
  const source = file === undefined ? variable : `the API key in ${file}`;
  const remedy = `Set ${variable}, or name a file that holds the key: ${flag} key.txt`;
  const text = file === undefined ? variables[variable] : readTextFile(file, `Reading ${source}`, remedy);
  const key = text?.trim() ?? '';
  if (key === '') throw new InputError(`Reading ${source}`, 'there is no key', remedy);
  if (!BEARER_TOKEN.test(key)) {
    throw new InputError(`Reading ${source}`, 'it is no bearer token', 'A key has letters, digits and -._~+/ only');
  }
  return key;
}

/** Reads the token of a fake's admin API. Throws an InputError that does not repeat it. */
export function readAdminToken({ variables }: Pick<Terminal, 'variables'>): string {
  const token = variables.PETSTORE_ADMIN_TOKEN?.trim() ?? '';
  if (BEARER_TOKEN.test(token)) return token;
  const problem = token === '' ? 'there is no token' : 'it is no bearer token';
  throw new InputError('Reading PETSTORE_ADMIN_TOKEN', problem, 'The fake prints its token at its start');
}
