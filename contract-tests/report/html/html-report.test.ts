import { createHash } from 'node:crypto';
import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import type { Transcript } from '../../../src/exchange/transcript.js';
import { recorded } from '../../../tests/recorded.js';
import { cleanParts, sampleParts, sampleReport } from '../../../tests/report-for-tests.js';
import { buildReport } from '../build-report.js';
import { htmlReport } from './html-report.js';

const page = htmlReport(sampleReport(), sampleParts().transcript);
const { document } = new JSDOM(page).window;
const all = (selector: string) => [...document.querySelectorAll(selector)];
const cardOf = (id: string) => document.getElementById(`rule-${id}`);

test('loads no other file', () => {
  expect(all('script, link, img, iframe, object, form')).toEqual([]);
  expect(all('[href]').filter((each) => !each.getAttribute('href')?.startsWith('#'))).toEqual([]);
  expect(all('[src], [style]')).toEqual([]);
});

test('allows only its own style sheet', () => {
  const policy = document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content');
  const hash = createHash('sha256')
    .update(document.querySelector('style')?.textContent ?? '')
    .digest('base64');
  expect(policy).toBe(`default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`);
});

test('escapes hostile text', () => {
  expect(all('main *').flatMap((each) => [...each.attributes].filter(({ name }) => name.startsWith('on')))).toEqual([]);
  expect(cardOf('body/json')?.textContent).toContain('</script><img src=x onerror=alert(1)>\\u001b[2J\\u202e]]>&amp;');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
  expect(page).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
});

test('shows how the check ended', () => {
  expect(document.querySelector('.conclusion')?.textContent).toContain('Violations found: 7 rules violated');
});

test('has a row for each rule, which links to its violations', () => {
  expect(all('.sections li')).toHaveLength(26);
  const links = all('.sections a').map((link) => link.getAttribute('href')?.slice(1) ?? '');
  expect(links).toHaveLength(8);
  expect(links.filter((id) => document.getElementById(id) === null)).toEqual([]);
});

test('quotes the statement and shows expected, received, location and a curl line', () => {
  const card = cardOf('update/stored');
  expect(card?.querySelector('blockquote')?.textContent).toContain('sets the stock quantity of one pet');
  expect(card?.querySelector('.expected')?.textContent).toContain('pet 1 with quantity 3');
  expect(card?.querySelector('.received')?.textContent).toBe('Received at /0/quantityquantity 12');
  expect(card?.querySelector('.curl code')?.textContent).toMatch(/^curl /);
});

test('links a violation to the exchanges that show it', () => {
  const links = [...(cardOf('update/stored')?.querySelectorAll('.links a') ?? [])];
  expect(links.map((each) => each.getAttribute('href'))).toEqual(['#exchange-20', '#exchange-1', '#exchange-19']);
  const shown = document.getElementById('exchange-19');
  expect(shown?.textContent).toContain('PATCH https://api.example.test/v1/inventory/1\nContent-Type: application/json');
  expect(shown?.textContent).toContain('{"quantity":3}');
});

test('truncates long bodies and reports how much is missing', () => {
  expect(document.getElementById('exchange-25')?.textContent).toMatch(/… and 16,404 more characters/);
  expect(page.length).toBeLessThan(120_000);
});

test('has unique ids', () => {
  const ids = all('[id]').map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('omits empty sections', () => {
  const parts = cleanParts();
  const { document: clean } = new JSDOM(htmlReport(buildReport(parts), parts.transcript)).window;
  expect([...clean.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual([
    'Rules',
    'Open questions',
    'Exchanges',
  ]);
});

test('renders a report without exchanges', () => {
  const transcript = recorded();
  const report = sampleReport({ transcript, verdicts: [], observations: [] });
  expect(htmlReport(report, transcript)).not.toMatch(/NaN|Infinity|undefined/);
});

/** The sample's exchanges over and over, with numbers of their own. */
function manyExchanges(count: number): Transcript {
  const { transcript } = sampleParts();
  const exchanges = Array.from({ length: count }, (_, index) => {
    const exchange = transcript.exchanges[index % transcript.exchanges.length];
    if (exchange === undefined) throw new Error('The sample has no exchanges.');
    return { ...exchange, number: index + 1, startedMs: index * 100, endedMs: index * 100 + 20 };
  });
  return { ...transcript, exchanges };
}

test('limits the number of exchanges, and reports how many it omits', () => {
  const transcript = manyExchanges(10_000);
  const [rule] = sampleReport().rules.filter(({ violations }) => violations.length > 0);
  const [violation] = rule?.violations ?? [];
  if (rule === undefined || violation === undefined) throw new Error('The sample has no violation.');
  const numbers = transcript.exchanges.map(({ number }) => number);
  const violations = numbers.toReversed().map((exchange) => ({ ...violation, exchange, related: numbers }));
  const report = { ...sampleReport({ transcript }), rules: [{ ...rule, violations }] };
  const text = htmlReport(report, transcript);
  expect(text.length).toBeLessThan(1_500_000);
  const { document: large } = new JSDOM(text).window;
  const found = (selector: string) => [...large.querySelectorAll(selector)];
  expect(found('h2').at(-1)?.textContent).toBe('Exchanges: 250 of 10,000 shown, all are in transcript.har');
  expect(large.getElementById('exchange-10000')).not.toBeNull();
  expect(found('.violation .others p').map(({ textContent }) => textContent)).toEqual([
    '… and 9,899 more in report.json',
  ]);
  const dead = found('a[href]').filter((each) => !large.getElementById(each.getAttribute('href')?.slice(1) ?? ''));
  expect(dead.map((each) => each.getAttribute('href'))).toEqual([]);
});

test('truncates long headers and addresses', () => {
  const { transcript } = sampleParts();
  const long = '<'.repeat(100_000);
  const exchanges = transcript.exchanges.map((each) => ({
    ...each,
    request: { ...each.request, url: `${each.request.url}?${long}`, headers: [[long, long] as const] },
    response: each.response && {
      ...each.response,
      statusText: long,
      headers: [[long, long] as const, ['Last', '1'] as const],
    },
  }));
  const text = htmlReport(sampleReport(), { ...transcript, exchanges });
  expect(text.length).toBeLessThan(2_000_000);
  expect(text).toContain('… and 198,003 more characters');
});

test('lists the open questions that were not observed last', () => {
  const { observations } = sampleReport();
  const unseen = observations.filter(({ choice, exchanges }) => choice === null && exchanges.length === 0);
  const ids = all('.table tbody tr').map((row) => row.querySelector('code')?.textContent);
  expect(ids).toHaveLength(observations.length);
  expect(ids.slice(ids.length - unseen.length)).toEqual(unseen.map(({ id }) => id));
});
