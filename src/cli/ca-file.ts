import { InputError } from '../validation/input-error.js';
import { readTextFile } from './read-text-file.js';

/** Reads the file of authorities to trust. Throws an InputError. */
export function readCa(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  const text = readTextFile(file, `Reading --ca ${file}`, 'Name a PEM file: --ca ca.pem');
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new InputError(`Reading --ca ${file}`, 'it holds no PEM certificate', 'Name a PEM file: --ca ca.pem');
}
