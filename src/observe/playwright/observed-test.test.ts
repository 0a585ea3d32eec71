import { expect, test } from 'vitest';
import { observeService } from '../observe-service.js';
import { createFreshViolations } from './observed-test.js';

const baseUrl = 'https://staging.example.test/v1';

/** A service that sends no rate-limit headers. */
function observing(except: readonly string[] = []) {
  const { service, record } = observeService({ baseUrl }, { name: 'test', firstStep: 'Observe it' });
  const fresh = createFreshViolations(service, except);
  const respondAt = (startedMs: number) =>
    record({
      request: {
        method: 'GET',
        url: `${baseUrl}/store/orders`,
        headers: [['Authorization', 'Bearer k']],
        body: undefined,
      },
      response: {
        httpVersion: '',
        status: 200,
        statusText: '',
        headers: [['Content-Type', 'application/json']],
        body: new TextEncoder().encode('[]'),
        incomplete: undefined,
      },
      failure: undefined,
      startedMs,
      endedMs: startedMs + 10,
    });
  return {
    service,
    respondAt,
    seen: () => fresh().flatMap(({ rule, findings }) => findings.map(({ exchange }) => `${rule.id} #${exchange}`)),
  };
}

test('returns each violation once', () => {
  const { respondAt, seen } = observing();
  respondAt(1_000);
  expect(new Set(seen())).toEqual(new Set(['limits/headers-present #1']));
  expect(seen()).toEqual([]);
  respondAt(2_000);
  expect(new Set(seen())).toEqual(new Set(['limits/headers-present #2']));
});

test('returns the violations of exchanges after clear()', () => {
  const { service, respondAt, seen } = observing();
  respondAt(1_000);
  seen();
  service.clear();
  respondAt(2_000);
  expect(new Set(seen())).toEqual(new Set(['limits/headers-present #2']));
});

test('leaves out excepted rules', () => {
  const { respondAt, seen } = observing(['limits/headers-present']);
  respondAt(1_000);
  expect(seen()).toEqual([]);
});

test('remembers all current violations, and no others', () => {
  const of = (exchange: number) => ({ problem: 'no JSON', exchange });
  let standing = [1, 2, 3];
  const findings = () => [{ rule: { id: 'body/json' }, findings: standing.map(of) }] as never;
  const fresh = createFreshViolations({ findings }, []);
  const seen = () => fresh().flatMap((verdict) => verdict.findings.map(({ exchange }) => exchange));
  expect(seen()).toEqual([1, 2, 3]);
  expect(seen()).toEqual([]);
  standing = [3, 4];
  expect(seen()).toEqual([4]);
  standing = [1, 3];
  expect(seen()).toEqual([1]);
});
