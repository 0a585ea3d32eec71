/** Runs an observer in a thread: judging thousands of exchanges takes long and must not delay what passes. */
import { parentPort, workerData } from 'node:worker_threads';
import {
  BATCH_PAUSE_MS,
  createObserver,
  type FromObserver,
  type ListenerCall,
  type ObserverListener,
  type ObserverOptions,
  type ToObserver,
} from './observer.js';

const send = (message: FromObserver) => parentPort?.postMessage(message);
/** A message for each exchange would wake the other thread each time. */
let calls: ListenerCall[] = [];
const flush = () => {
  if (calls.length > 0) send({ kind: 'calls', calls, progress: observer.progress() });
  calls = [];
};
const collect = (method: keyof ObserverListener) => (argument: unknown) => {
  if (calls.length === 0) setTimeout(flush, BATCH_PAUSE_MS);
  calls.push([method, argument]);
};

const observer = await createObserver(workerData as ObserverOptions, {
  onExchange: collect('onExchange'),
  onViolation: collect('onViolation'),
  onManners: collect('onManners'),
  onHarProblem: collect('onHarProblem'),
  onHarUnclean: collect('onHarUnclean'),
  onBug: collect('onBug'),
});
parentPort?.on('message', async (message: ToObserver) => {
  if (message.kind === 'exchanges') {
    for (const exchange of message.batch) observer.add(exchange);
    for (const head of message.missed) observer.learn(head);
    return;
  }
  const summary = await observer.finish();
  flush();
  send({ kind: 'finished', summary });
  parentPort?.close();
});
send({ kind: 'ready' });
