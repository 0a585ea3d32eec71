import { readFileSync } from 'node:fs';
import type { InventoryItem } from '../src/spec/schemas.js';

/** Reads the list that the measured server answered, so that its rivals hold the very same pets. */
export function readPetFile(path: string): InventoryItem[] {
  return JSON.parse(readFileSync(path, 'utf8')) as InventoryItem[];
}
