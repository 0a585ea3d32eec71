/** Runs an observer in a thread: judging thousands of exchanges takes long and must not delay what passes. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import {
  BATCH_PAUSE_MS,
  createObserver,
  type FromObserver,
  type ObserverOptions,
  type ObserverReport,
  type ToObserver,
} from './observer.js';

/** On Linux, a thread has its own: with this one it gets a tenth of what forwarding gets. Elsewhere it would be the process's. */
if (process.platform === 'linux') setPriority(10);

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
    observer.learn(message.missed);
    return;
  }
  const summary = await observer.finish();
  flush();
  send({ kind: 'finished', summary });
  parentPort?.close();
});
send({ kind: 'ready', progress: observer.progress() });
