import type { FileHandle } from 'node:fs/promises';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { ExchangeHead } from '../../exchange/record-exchange.js';
import { WaitingRoom } from './intake.js';
import {
  BATCH_PAUSE_MS,
  createObserver,
  type FromObserver,
  noProgress,
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

/** The part of a Worker that is used here. */
interface WorkerPort {
  postMessage(message: ToObserver): void;
  on(event: 'message' | 'error' | 'exit', listener: (value: unknown) => void): unknown;
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
  const thread = new ObserverThread(worker, noProgress(options), report);
  await thread.ready;
  return thread;
}

/** An observer in a thread. If the thread dies, traffic goes on and is only counted. */
class ObserverThread implements Observer {
  /** Resolves when the thread has begun; rejects if it cannot. */
  readonly ready: Promise<void>;
  readonly #worker: WorkerPort;
  readonly #report: Report;
  readonly #finished: Promise<ObserverSummary>;
  /** For those that are on their way to the thread. */
  readonly #room = new WaitingRoom();
  #batch: WireExchange[] = [];
  #missedHeads: ExchangeHead[] = [];
  #progress: ObserverProgress;
  #state: 'starting' | 'running' | 'stopped' | 'finished' = 'starting';
  /** All exchanges; those that found no room; those that were lost because the thread died. */
  readonly #counts = { added: 0, missed: 0, lost: 0 };

  constructor(worker: WorkerPort, progress: ObserverProgress, report: Report) {
    this.#worker = worker;
    this.#progress = progress;
    this.#report = report;
    let begin = () => {};
    let fail: (cause: unknown) => void = () => {};
    this.ready = new Promise((resolve, reject) => {
      begin = resolve;
      fail = reject;
    });
    let finish: (summary: ObserverSummary) => void = () => {};
    this.#finished = new Promise((resolve) => {
      finish = resolve;
    });
    let cause: unknown;
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', (code) => {
      cause ??= new Error(`The thread that judges ended with exit code ${code}.`);
      if (this.#state === 'starting') fail(cause);
      if (this.#state === 'running') this.#stop(cause);
      finish(this.#progress.summary);
    });
    worker.on('message', (value) => {
      const message = value as FromObserver;
      if (message.kind === 'reports') this.#replay(message);
      else if (message.kind === 'ready') {
        this.#state = 'running';
        begin();
      } else {
        this.#state = 'finished';
        finish(message.summary);
      }
    });
  }

  add(exchange: WireExchange): void {
    this.#counts.added += 1;
    if (this.#state === 'stopped') {
      this.#counts.lost += 1;
      return;
    }
    if (this.#batch.length + this.#missedHeads.length === 0) setTimeout(() => this.#flush(), BATCH_PAUSE_MS);
    if (this.#room.enter(exchange)) this.#batch.push(exchange);
    else {
      this.#counts.missed += 1;
      // A key that it sends may be in the recording already.
      this.#missedHeads.push(headOf(exchange));
    }
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
    if (this.#batch.length + this.#missedHeads.length === 0) return;
    this.#send({ kind: 'exchanges', batch: this.#batch, missed: this.#missedHeads });
    this.#batch = [];
    this.#missedHeads = [];
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
  }

  #stop(cause: unknown): void {
    this.#state = 'stopped';
    this.#counts.lost = this.#room.size + this.#progress.pending;
    this.#batch = [];
    this.#missedHeads = [];
    this.#report({ kind: 'bug', bug: cause });
    this.#report({ kind: 'stopped' });
  }
}

function headOf({ request: { url, headers }, response }: WireExchange): ExchangeHead {
  return { request: { url, headers }, response: response && { headers: response.headers } };
}
