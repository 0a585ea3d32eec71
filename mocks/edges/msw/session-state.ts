import { quoteValue } from '../../../src/spec/quoting.js';
import { InputError } from '../../../src/spec/validation/input-error.js';
import type { Petstore } from '../../petstore.js';
import type { WorldOptions } from '../../world-options.js';

interface SessionStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
}

declare const sessionStorage: SessionStorage;
declare function addEventListener(type: 'pagehide', listener: () => void): void;
declare function removeEventListener(type: 'pagehide', listener: () => void): void;

/** Throws an InputError for anything but `session` and undefined. */
export function checkPersist(persist: unknown): asserts persist is 'session' | undefined {
  if (persist === undefined || persist === 'session') return;
  throw new InputError('Starting the fake', `persist is ${quoteValue(persist)}`, "Try { persist: 'session' }.");
}

/**
 * Restores what this tab kept of the fake, and keeps it whenever the page is left: reloads do not lose it. With other options
 * the fake begins anew. Returns a function that stops it.
 */
export function keepInSession(petstore: Petstore, options: WorldOptions): () => void {
  const name = `petstore-mock ${petstore.baseUrl}`;
  const openedWith = describeOptions(options);
  const keep = () => {
    try {
      const state = petstore.snapshot();
      sessionStorage.setItem(name, JSON.stringify({ openedWith, state }));
    } catch (error) {
      warn('The state was not kept for the next page', error);
    }
  };
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? '{}');
    if (kept.openedWith === openedWith) petstore.restore(kept.state);
  } catch (error) {
    warn('The state of the last page was not restored', error);
  }
  addEventListener('pagehide', keep);
  return () => {
    removeEventListener('pagehide', keep);
    keep();
  };
}

/** Returns a text that changes with the options; functions and their changes do not count. */
function describeOptions(options: WorldOptions): string {
  return JSON.stringify(options, (_, value) => (typeof value === 'bigint' ? String(value) : value)) ?? '';
}

function warn(what: string, error: unknown): void {
  console.warn(`petstore-mock: ${what}. ${error instanceof Error ? error.message : String(error)}`);
}
