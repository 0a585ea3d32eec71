/** Runs an observer in a thread: judging thousands of exchanges takes long and must not delay what passes. */
import { parentPort, workerData } from 'node:worker_threads';
import {
  BATCH_PAUSE_MS,
  createObserver,
  type FromObserver,
  type ObserverOptions,
  type ObserverReport,
  type ToObserver,
} from './observer.js';

const send = (message: FromObserver) => parentPort?.postMessage(message);
/** A message for each report would wake the other thread each time. */
let reports: ObserverReport[] = [];
const flush = () => {
  if (reports.length > 0) send({ kind: 'reports', reports, progress: observer.progress() });
  reports = [];
};

const observer = await createObserver(workerData as ObserverOptions, (report) => {
  if (reports.length === 0) setTimeout(flush, BATCH_PAUSE_MS);
  reports.push(report);
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
send({ kind: 'ready', progress: observer.progress() });
