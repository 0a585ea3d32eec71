/** Runs an observer in a thread of its own: judging thousands of exchanges takes long, and nothing that passes is to wait for it. */
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
  const { pending } = observer;
  if (calls.length > 0) send({ kind: 'told', calls, seen: { summary: observer.summary(), pending } });
  calls = [];
};
const tell = (what: keyof ObserverListener) => (value: unknown) => {
  if (calls.length === 0) setTimeout(flush, BATCH_PAUSE_MS);
  calls.push([what, value]);
};

const observer = await createObserver(
  workerData as ObserverOptions,
  {
    onPassed: tell('onPassed'),
    onViolation: tell('onViolation'),
    onManners: tell('onManners'),
    onHarProblem: tell('onHarProblem'),
    onHarUnclean: tell('onHarUnclean'),
    onBug: tell('onBug'),
  },
  // At once: what was recorded under a pseudonym must keep it, though this thread may end with the next exchange.
  (...secret) => send({ kind: 'secret', secret }),
);
parentPort?.on('message', async (message: ToObserver) => {
  if (message.kind === 'passed') {
    for (const passed of message.batch) observer.take(passed);
    return;
  }
  if (message.kind === 'secrets') {
    observer.learn(message.secrets);
    return;
  }
  const summary = await observer.finish();
  flush();
  send({ kind: 'finished', summary });
  parentPort?.close();
});
send({ kind: 'ready' });
