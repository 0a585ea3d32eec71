import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

export const deployFolder = fileURLToPath(new URL('../../deploy/', import.meta.url));

/** A document of a YAML file of deploy/, read without a schema. */
// biome-ignore lint/suspicious/noExplicitAny: another test checks the types, and these name every field that they read.
export type YamlDocument = any;

/** Reads every document of a YAML file of deploy/. Throws the errors and warnings of the parser. */
export function readYaml(name: string): YamlDocument[] {
  return parseAllDocuments(readFileSync(`${deployFolder}${name}`, 'utf8')).map((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) throw problem;
    return document.toJS();
  });
}
