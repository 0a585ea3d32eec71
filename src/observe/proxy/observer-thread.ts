import type { FileHandle } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { createWaitingRoom, headOf, type WireHead } from './intake.js';
import {
  BATCH_PAUSE_MS,
  type FromObserver,
  type NamedSecret,
  type ObserverListener,
  type ObserverOptions,
  type ObserverSummary,
  type SeenSoFar,
  type ToObserver,
} from './observer.js';
import type { WireExchange } from './wire-exchange.js';

/** Beside `main.js`, where the bundle has it. */
const THREAD = new URL('./observer-worker.js', import.meta.url);

/** An observer in a thread of its own. */
export interface ObserverThread {
  /** Returns whether there was room. */
  take(passed: WireExchange): boolean;
  /** Gets to know secrets of exchanges that it does not take. */
  learn(secrets: readonly NamedSecret[]): void;
  /** Never settles where the thread breaks down. */
  finish(): Promise<ObserverSummary>;
  /** Those that it was handed and has not told of yet. */
  readonly waiting: readonly WireHead[];
}

export interface ThreadListener extends ObserverListener {
  readonly onSecret: (secret: NamedSecret) => void;
  readonly onSeen: (seen: SeenSoFar) => void;
  /** The thread has broken down. Is never called before whoever started it has it. */
  readonly onGone: (cause: unknown) => void;
}

/** Starts a thread; rejects where it cannot begin. */
export async function startObserverThread(options: ObserverOptions, listener: ThreadListener): Promise<ObserverThread> {
  const handle = options.har?.handle as FileHandle | undefined;
  const thread = new Worker(THREAD, { workerData: options, transferList: handle === undefined ? [] : [handle] });
  let batch: WireExchange[] = [];
  /** For those that are on their way to the thread. */
  const room = createWaitingRoom();
  const waiting: WireHead[] = [];

  const send = (message: ToObserver) => thread.postMessage(message);
  const flush = () => {
    if (batch.length > 0) send({ kind: 'passed', batch });
    batch = [];
  };
  return new Promise((resolve, reject) => {
    let state: 'starting' | 'running' | 'over' = 'starting';
    let finished: (summary: ObserverSummary) => void = () => {};
    const observer: ObserverThread = {
      take(passed) {
        if (!room.enter(passed)) return false;
        if (batch.length === 0) setTimeout(flush, BATCH_PAUSE_MS);
        batch.push(passed);
        waiting.push(headOf(passed));
        return true;
      },
      learn(secrets) {
        if (secrets.length > 0) send({ kind: 'secrets', secrets });
      },
      finish() {
        flush();
        send({ kind: 'finish' });
        return new Promise((settle) => {
          finished = settle;
        });
      },
      waiting,
    };
    const breakDown = (cause: unknown) => {
      const before = state;
      state = 'over';
      if (before === 'starting') reject(cause);
      // A thread that ends as soon as it is ready is told of once whoever started it has it.
      if (before === 'running') setImmediate(() => listener.onGone(cause));
    };
    let cause: unknown;
    thread.on('error', (error) => {
      cause = error;
    });
    // Only then it writes nothing more to the recording.
    thread.on('exit', (code) =>
      breakDown(cause ?? new Error(`The thread that observed what passed ended with ${code}.`)),
    );
    thread.on('message', (message: FromObserver) => {
      switch (message.kind) {
        case 'ready':
          state = 'running';
          return resolve(observer);
        case 'secret':
          return listener.onSecret(message.secret);
        case 'finished':
          state = 'over';
          return finished(message.summary);
        default:
          listener.onSeen(message.seen);
          for (const [what, value] of message.calls) {
            // Each exchange is told of once; a bug is told in its place.
            if (what === 'onPassed' || what === 'onBug') {
              room.leave();
              waiting.shift();
            }
            (listener[what] as (value: unknown) => void)(value);
          }
      }
    });
  });
}
