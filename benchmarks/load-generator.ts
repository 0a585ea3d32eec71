/** Sends the load, in its own process, so that neither the servers nor the bookkeeping share its event loop. */
import autocannon from 'autocannon';
import { benchmarkKey } from './http-client.js';
import type { LoadJob, LoadOutcome } from './load.js';
import { percentile } from './statistics.js';

process.on('message', (job: LoadJob) => {
  send(job).then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit(0));

async function send({ url, requests, seconds, requestsPerSecond, amount }: LoadJob): Promise<LoadOutcome> {
  const latenciesMs: number[] = [];
  let nextConnection = 0;
  let startMs = 0;
  let lastMs = 0;
  const { non2xx, errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        // Its types know only one.
        url: [url].flat() as unknown as string,
        connections: requests.length,
        duration: seconds,
        ...(requestsPerSecond === undefined ? {} : { overallRate: requestsPerSecond }),
        ...(amount === undefined ? {} : { amount }),
        sampleInt: 50,
        timeout: 60,
        headers: { authorization: `Bearer ${benchmarkKey}` },
        setupClient: (client) => client.setRequests((requests[nextConnection++] ?? []).map(toAutocannon)),
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
    // Its own figures are whole milliseconds and whole samples: too coarse for responses that take a fraction of one.
    run.on('start', () => {
      startMs = performance.now();
    });
    run.on('response', (_client, _status, _bytes, latencyMs) => {
      lastMs = performance.now();
      latenciesMs.push(latencyMs);
    });
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} responses were not 200 and ${errors} failed`);
  if (latenciesMs.length === 0) throw new Error(`${url}: no response within ${seconds} seconds`);
  return {
    responses: latenciesMs.length,
    seconds: (lastMs - startMs) / 1000,
    p50Ms: percentile(latenciesMs, 50),
    p97_5Ms: percentile(latenciesMs, 97.5),
    p99Ms: percentile(latenciesMs, 99),
  };
}

function toAutocannon({ path, body, key = benchmarkKey }: LoadJob['requests'][number][number]): autocannon.Request {
  const authorization = `Bearer ${key}`;
  if (body === undefined) return { method: 'GET', path, headers: { authorization } };
  return { method: 'PATCH', path, body, headers: { authorization, 'content-type': 'application/json' } };
}
