import { type EventEmitter, once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { JudgingState } from '../../admin/schemas/server.js';
import { WaitingRoom } from './intake.js';
import { MissedSecrets } from './missed-secrets.js';
import {
  BATCH_PAUSE_MS,
  createObserver,
  type FromObserver,
  type Observer,
  type ObserverOptions,
  type ObserverProgress,
  type ObserverSummary,
  type Report,
  type ToObserver,
} from './observer.js';
import type { WireExchange } from './wire-exchange.js';

/** Sources have no compiled file that a thread could run. */
const HAS_THREAD = !import.meta.url.endsWith('.ts');
/** Next to `main.js` in the bundle. */
const THREAD = new URL('./observer-worker.js', import.meta.url);

/** Starts an observer, in its own thread where possible. Rejects if the recording cannot be started. */
export function startObserver(options: ObserverOptions, report: Report): Promise<Observer> {
  return HAS_THREAD ? startObserverThread(options, report) : createObserver(options, report);
}

/** So many are on their way without being late. */
const FEW_WAITING = 100;

interface WorkerPort extends EventEmitter {
  postMessage(message: ToObserver): void;
}

type StartWorker = (options: WorkerOptions) => WorkerPort;

/** Starts an observer in a thread. Rejects if it cannot begin. `startWorker` is for tests. */
export async function startObserverThread(
  options: ObserverOptions,
  report: Report,
  startWorker: StartWorker = (workerOptions) => new Worker(THREAD, workerOptions),
): Promise<Observer> {
  const handle = options.har?.handle as FileHandle | undefined;
  const worker = startWorker({ workerData: options, transferList: handle === undefined ? [] : [handle] });
  const ended = once(worker, 'exit').then(([code]) => {
    throw exitError(code);
  });
  const [ready] = await Promise.race([once(worker, 'message') as Promise<[ReadyMessage]>, ended]);
  return new ObserverThread(worker, ready.progress, report);
}

type ReadyMessage = Extract<FromObserver, { kind: 'ready' }>;

function exitError(code: unknown): Error {
  return new Error(`The thread that judges ended with exit code ${code}.`);
}

/** An observer in a thread that has begun. If the thread dies, traffic goes on and is only counted. */
class ObserverThread implements Observer {
  readonly #worker: WorkerPort;
  readonly #report: Report;
  readonly #finished: Promise<ObserverSummary>;
  /** For those that are on their way to the thread. */
  readonly #room = new WaitingRoom();
  #batch: WireExchange[] = [];
  /** A key that an exchange without room sends may be in the recording already. */
  readonly #secrets = new MissedSecrets();
  #isFlushing = false;
  /** While it is behind: how many had found no room before. */
  #missedBefore: number | undefined;
  #progress: ObserverProgress;
  #state: 'running' | 'stopped' | 'finished' = 'running';
  /** All exchanges; those that found no room; those that were lost because the thread died. */
  readonly #counts = { added: 0, missed: 0, lost: 0 };

  constructor(worker: WorkerPort, progress: ObserverProgress, report: Report) {
    this.#worker = worker;
    this.#progress = progress;
    this.#report = report;
    let cause: unknown;
    worker.on('error', (error) => {
      cause = error;
    });
    this.#finished = new Promise((finish) => {
      worker.on('exit', (code) => {
        if (this.#state === 'running') this.#stop(cause ?? exitError(code));
        finish(this.#progress.summary);
      });
      worker.on('message', (message: Exclude<FromObserver, ReadyMessage>) => {
        if (message.kind === 'reports') this.#replay(message);
        else {
          this.#state = 'finished';
          finish(message.summary);
        }
      });
    });
  }

  add(exchange: WireExchange): void {
    this.#counts.added += 1;
    if (this.#state === 'stopped') {
      this.#counts.lost += 1;
      return;
    }
    if (this.#room.enter(exchange)) this.#batch.push(exchange);
    else {
      this.#counts.missed += 1;
      this.#secrets.learn(exchange);
      if (this.#missedBefore === undefined) {
        this.#missedBefore = this.#counts.missed - 1;
        this.#report({ kind: 'behind', waiting: this.#room.size });
      }
    }
    if (this.#isFlushing || (this.#batch.length === 0 && this.#secrets.isEmpty)) return;
    this.#isFlushing = true;
    setTimeout(() => this.#flush(), BATCH_PAUSE_MS);
  }

  judging(): JudgingState {
    const { summary, pending } = this.#progress;
    return { waiting: this.#room.size + pending, unjudged: summary.unjudged + this.#counts.missed };
  }

  async finish(): Promise<ObserverSummary> {
    this.#flush();
    this.#send({ kind: 'finish' });
    const seen = await this.#finished;
    const { added, missed, lost } = this.#counts;
    return {
      ...seen,
      exchanges: added,
      unjudged: seen.unjudged + missed,
      har: seen.har && { ...seen.har, missed: added - seen.har.written },
      ...(this.#state === 'stopped' && { stopped: { lost } }),
    };
  }

  #flush(): void {
    this.#isFlushing = false;
    if (this.#batch.length === 0 && this.#secrets.isEmpty) return;
    this.#send({ kind: 'exchanges', batch: this.#batch, missed: this.#secrets.take() });
    this.#batch = [];
  }

  #send(message: ToObserver): void {
    if (this.#state !== 'stopped') this.#worker.postMessage(message);
  }

  #replay({ reports, progress }: Extract<FromObserver, { kind: 'reports' }>): void {
    this.#progress = progress;
    for (const report of reports) {
      // Each exchange is reported once, or a bug in its place.
      if (report.kind === 'exchange' || report.kind === 'bug') this.#room.leave();
      this.#report(report);
    }
    if (this.#missedBefore === undefined || this.#room.size > FEW_WAITING) return;
    this.#report({ kind: 'caught-up', unjudged: this.#counts.missed - this.#missedBefore });
    this.#missedBefore = undefined;
  }

  #stop(cause: unknown): void {
    this.#state = 'stopped';
    this.#counts.lost = this.#room.size + this.#progress.pending;
    this.#batch = [];
    this.#report({ kind: 'bug', bug: cause });
    this.#report({ kind: 'stopped' });
  }
}
