import { useSyncExternalStore } from 'react';

/** A value that changes, and that tells who listens. */
export interface Readable<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}

export interface Store<T> extends Readable<T> {
  set(value: T): void;
}

export function createStore<T>(value: T): Store<T> {
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Reads a store, and renders again whenever it changes. */
export function useStore<T>(store: Readable<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
