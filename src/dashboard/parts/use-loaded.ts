import { useEffect, useState } from 'preact/hooks';
import { problemOf } from './use-action.js';

interface Loaded<Value> {
  readonly value?: Value;
  /** Why the last attempt failed. */
  readonly problem?: string;
}

/** Loads a value now and whenever `inputs` change. The last value stays meanwhile. */
export function useLoaded<Value>(load: () => Promise<Value>, inputs: readonly unknown[]): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({});
  useEffect(() => {
    let isOver = false;
    load().then(
      (value) => isOver || setLoaded({ value }),
      (error: unknown) => isOver || setLoaded((before) => ({ ...before, problem: problemOf(error) })),
    );
    return () => {
      isOver = true;
    };
  }, inputs);
  return loaded;
}

/** Returns the local time in milliseconds, updated every second while the page is visible. */
export function useNow(): number {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now());
    }, 1_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
