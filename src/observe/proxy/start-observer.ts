import { createObserver, type Observer, type ObserverListener, type ObserverOptions } from './observer.js';
import { startObserverThread } from './observer-thread.js';
import { type BreakdownListener, superviseObserver } from './supervise-observer.js';

/** From sources there is no file that a thread could run. */
const HAS_THREAD = !import.meta.url.endsWith('.ts');

/** Starts an observer, in a thread of its own where it can have one. Rejects where it cannot begin its recording. */
export function startObserver(
  options: ObserverOptions,
  listener: ObserverListener & BreakdownListener,
): Promise<Observer> {
  return HAS_THREAD ? superviseObserver(options, listener, startObserverThread) : createObserver(options, listener);
}
