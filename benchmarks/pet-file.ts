import { readFileSync } from 'node:fs';
import type { InventoryItem } from '../src/spec/schemas.js';

/** Reads the list of the measured server, so that the other servers hold the same pets. */
export function readPetFile(path: string): InventoryItem[] {
  return JSON.parse(readFileSync(path, 'utf8')) as InventoryItem[];
}
