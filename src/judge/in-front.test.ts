import { expect, it } from 'vitest';
import { type ExchangeInit, recorded, settings } from '../../tests/recorded.js';
import { notOfService, signOfIntermediary } from './in-front.js';

const noLimits = { 'X-RateLimit-Limit': undefined, 'X-RateLimit-Remaining': undefined, 'X-RateLimit-Reset': undefined };
const bare: ExchangeInit = { headers: noLimits };
const page: ExchangeInit = { headers: { ...noLimits, 'Content-Type': 'text/html' }, body: '<html>Sign in</html>' };

function excused(told: readonly ExchangeInit[], stopped?: string): number[] {
  const { exchanges } = recorded(...told);
  const run = { ...settings, level: 'read', petId: undefined, seed: 1 } as const;
  return [...notOfService({ exchanges, run: stopped === undefined ? undefined : { ...run, stopped } }).keys()];
}

it('excuses the page that ended a run, and no response of the service before it', () => {
  expect(excused([bare, bare, page], 'a page')).toEqual([3]);
  expect(excused([bare, bare, page])).toEqual([]);
});

it('excuses what met the same request as before, though each has its own ids', () => {
  const traced = (id: string) => ({ requestHeaders: { traceparent: `00-${id}-${id}-01`, 'X-Request-Id': id } });
  const forbidden = { status: 403, headers: noLimits, body: { message: 'Forbidden' } };
  expect(excused([traced('1'), { ...traced('2'), ...forbidden }], 'a gateway')).toEqual([2]);
});

it('names a client certificate that nginx demands', () => {
  const body = '<html><head><title>400 No required SSL certificate was sent</title></head></html>';
  const [exchange] = recorded({ ...page, status: 400, body }).exchanges;
  expect(exchange && signOfIntermediary(exchange, () => [])).toBe(
    'got 400 in HTML, which demands a client certificate (--client-cert and --client-key)',
  );
});

it('reads long recordings of nothing but such pages', () => {
  const blocked = Array.from({ length: 5_000 }, () => ({
    ...page,
    status: 403,
    headers: { ...page.headers, 'cf-mitigated': 'challenge' },
  }));
  expect(excused(blocked)).toHaveLength(5_000);
});
