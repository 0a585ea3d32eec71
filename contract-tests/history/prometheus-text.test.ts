import { expect, it } from 'vitest';
import { blankProfile } from '../../tests/profile-for-tests.js';
import { prometheusText } from './prometheus-text.js';
import { runLine } from './run-line-for-tests.js';

const TARGET = 'target="https://api.example.test/v1"';

it('writes the newest run as gauges of its target', () => {
  const text = prometheusText([runLine({ exitCode: 1, requests: 20 }), runLine({ exitCode: 0 })], blankProfile());
  expect(text).toContain(`# TYPE petstore_check_exit_code gauge\npetstore_check_exit_code{${TARGET}} 0\n`);
  expect(text).toContain(`petstore_check_rules{${TARGET},outcome="pass"} 30\n`);
  expect(text).toContain(`petstore_check_last_run_timestamp_seconds{${TARGET}} 1795262402.5\n`);
  expect(text).toContain(`petstore_check_requests_last_day{${TARGET}} 34\n`);
  expect(text).toContain(`petstore_check_rate_limit_remaining{${TARGET}} 46\n`);
});

it('reports every rule that was ever judged, and response times', () => {
  const known = blankProfile({
    rules: { 'limits/plan': 'violation', 'errors/shape': 'pass', 'update/sets': 'skipped' },
    latency: { listInventory: { count: 7, p50: 12.5, p90: 20, p99: 31, confidence: 'certain', exchanges: [1] } },
  });
  const text = prometheusText([runLine()], known);
  expect(text.match(/^petstore_check_rule_violated.*$/gm)).toEqual([
    `petstore_check_rule_violated{${TARGET},rule="limits/plan"} 1`,
    `petstore_check_rule_violated{${TARGET},rule="errors/shape"} 0`,
  ]);
  expect(text.match(/^petstore_check_response_seconds.*$/gm)).toEqual([
    `petstore_check_response_seconds{${TARGET},operation="listInventory",quantile="0.5"} 0.0125`,
    `petstore_check_response_seconds{${TARGET},operation="listInventory",quantile="0.9"} 0.02`,
    `petstore_check_response_seconds{${TARGET},operation="listInventory",quantile="0.99"} 0.031`,
  ]);
});

it('excludes requests older than 24 hours from those of the day', () => {
  const runs = [runLine({ endedAt: '2026-11-20T12:00:02.500Z', requests: 500 }), runLine()];
  expect(prometheusText(runs, blankProfile())).toContain(`petstore_check_requests_last_day{${TARGET}} 14\n`);
});

it('escapes label values', () => {
  const text = prometheusText([runLine({ baseUrl: 'https://a"\\\n.test' })], blankProfile());
  expect(text).toContain('target="https://a\\"\\\\\\n.test"');
});

it('writes only lines of the Prometheus format', () => {
  const lines = prometheusText([runLine()], blankProfile()).trimEnd().split('\n');
  const form = /^(?:# (?:HELP|TYPE) petstore_check_\w+ .+|petstore_check_\w+\{(?:\w+="[^"\n]*",?)+\} -?\d+(?:\.\d+)?)$/;
  expect(lines.filter((line) => !form.test(line))).toEqual([]);
});

it('wakes nobody for one run that got no response', () => {
  const lost = runLine({ exitCode: 3, unreached: 'once' });
  const text = prometheusText([runLine(), lost], blankProfile());
  expect(text).toMatch(/petstore_check_exit_code\{.+\} 0\n/);
  expect(text).toMatch(/petstore_check_unreached_runs\{.+\} 1\n/);
  const again = prometheusText([runLine(), lost, runLine({ exitCode: 3, unreached: 'again' })], blankProfile());
  expect(again).toMatch(/petstore_check_exit_code\{.+\} 3\n/);
  expect(again).toMatch(/petstore_check_unreached_runs\{.+\} 2\n/);
});
