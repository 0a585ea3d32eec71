import { isJsonObject, type JsonObject } from '../../json/json-value.js';
import { JsonError, parseJson } from '../../json/parse-json.js';
import { InputError } from '../../validation/input-error.js';

/** Reads a JSON object with the members of `example`, and no others. Throws an InputError that quotes the example. */
export function readAdminBody(body: Uint8Array, attempted: string, example: JsonObject): JsonObject {
  const refuse = (problem: string) => new InputError(attempted, problem, `Try ${JSON.stringify(example)}.`);
  const value = parse(body, refuse);
  if (!isJsonObject(value)) throw refuse('the body must be a JSON object');
  const missing = Object.keys(example).find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) throw refuse(`/${missing} is missing`);
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(example, name));
  if (unknown !== undefined) throw refuse(`/${unknown} is unknown`);
  return value;
}

function parse(body: Uint8Array, refuse: (problem: string) => InputError) {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    if (error instanceof JsonError) throw refuse(`the JSON of the body cannot be read: ${error.message}`);
    if (error instanceof TypeError) throw refuse('the body is not UTF-8');
    throw error;
  }
}
