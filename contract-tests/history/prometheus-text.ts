import type { Profile } from '../../src/fidelity/profile/profile.js';
import type { RunLine } from './run-line.js';

const DAY_MS = 86_400_000;

/** Their names in a profile and in Prometheus. */
const quantiles = [
  ['p50', '0.5'],
  ['p90', '0.9'],
  ['p99', '0.99'],
] as const;

type Labels = Readonly<Record<string, string>>;

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly { readonly labels?: Labels; readonly value: number }[];
}

/** Writes the newest run as Prometheus text (exposition format 0.0.4), for a textfile collector or any scraper of files. */
export function prometheusText(runs: readonly RunLine[], known: Profile): string {
  const last = runs.at(-1);
  if (last === undefined) return '';
  const target = { target: last.baseUrl };
  return metricsOf(runs, last, known)
    .map((metric) => writeMetric(metric, target))
    .join('');
}

function metricsOf(runs: readonly RunLine[], last: RunLine, { rules, latency }: Profile): Metric[] {
  const endedMs = Date.parse(last.endedAt);
  const today = runs.filter(({ endedAt }) => Date.parse(endedAt) > endedMs - DAY_MS);
  const gauge = (name: string, help: string, value: number | Metric['samples']): Metric => ({
    name: `petstore_check_${name}`,
    help,
    samples: typeof value === 'number' ? [{ value }] : value,
  });
  const outcomes = Object.entries(last.counts).map(([outcome, value]) => ({ labels: { outcome }, value }));
  const judged = Object.entries(rules).filter(([, outcome]) => outcome === 'pass' || outcome === 'violation');
  const violated = judged.map(([rule, outcome]) => ({ labels: { rule }, value: Number(outcome === 'violation') }));
  const times = Object.entries(latency).flatMap(([operation, known]) =>
    quantiles.map(([name, quantile]) => ({ labels: { operation, quantile }, value: known[name] / 1000 })),
  );
  const { changes, requests, limits } = last;
  // A run that got no response once wakes nobody.
  const { exitCode } = runs.findLast(({ unreached }) => unreached !== 'once') ?? last;
  const unreached = runs.length - 1 - runs.findLastIndex((run) => run.unreached === undefined);
  return [
    gauge('last_run_timestamp_seconds', 'When the last run ended.', endedMs / 1000),
    gauge('last_run_duration_seconds', 'Duration of the last run.', (endedMs - Date.parse(last.startedAt)) / 1000),
    gauge(
      'exit_code',
      'How the last run ended, except one that got no response once: 0 conforms, 1 violates, 3 stopped early.',
      exitCode,
    ),
    gauge('unreached_runs', 'Runs in a row, up to the last one, that got no response.', unreached),
    gauge('rules', 'Rules of the last run by outcome.', outcomes),
    gauge('rule_violated', '1 if the rule was violated when last judged, else 0; waivers do not count.', violated),
    gauge('changes', 'Changes that the last run found.', changes.length),
    gauge('requests', 'Requests of the last run.', requests),
    gauge(
      'requests_last_day',
      'Requests of all runs in the last 24 hours.',
      today.reduce((sum, run) => sum + run.requests, 0),
    ),
    gauge('rate_limit', 'The last X-RateLimit-Limit.', limits?.limit ?? []),
    gauge('rate_limit_remaining', 'The last X-RateLimit-Remaining.', limits?.remaining ?? []),
    gauge('response_seconds', 'Response times in the last run that measured them.', times),
  ];
}

function writeMetric({ name, help, samples }: Metric, common: Labels): string {
  if (samples.length === 0) return '';
  const lines = samples.map(({ labels = {}, value }) => `${name}{${writeLabels({ ...common, ...labels })}} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
}

function writeLabels(labels: Labels): string {
  const escaped = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',');
}
