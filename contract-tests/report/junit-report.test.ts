import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { sampleParts, sampleReport } from '../../tests/report-for-tests.js';
import { junitReport } from './junit-report.js';

const xml = junitReport(sampleReport(), sampleParts().transcript);
const { document } = new JSDOM(xml, { contentType: 'application/xml' }).window;
const all = (selector: string) => [...document.querySelectorAll(selector)];
const caseOf = (id: string) => all('testcase').find((each) => each.getAttribute('name')?.startsWith(`${id}: `));

test('has a suite for each section and a case for each rule', () => {
  expect(all('testsuites > testsuite').map((suite) => suite.getAttribute('name'))).toContain('§8 Limits');
  expect(all('testsuite > testcase')).toHaveLength(26);
  expect(caseOf('limits/plan')?.getAttribute('classname')).toBe('§8 Limits');
});

test('counts failed and skipped cases', () => {
  const { tests, failures, skipped } = Object.fromEntries(
    [...document.documentElement.attributes].map(({ name, value }) => [name, value]),
  );
  expect({ tests, failures, skipped }).toEqual({ tests: '26', failures: '7', skipped: '4' });
  expect(all('failure')).toHaveLength(7);
  expect(all('skipped')).toHaveLength(4);
});

test('writes a failure in full', () => {
  const failure = caseOf('update/stored')?.querySelector('failure');
  expect(failure?.getAttribute('message')).toBe('the quantity that was sent was not stored');
  expect(failure?.textContent).toContain('§4.2 “Purpose: sets the stock quantity of one pet');
  expect(failure?.textContent).toContain(
    'at        /0/quantity\nexchange  #20 GET /v1/inventory → 200; see also #1, #19\ntry       curl ',
  );
});

test.each([
  ['auth/required/updateInventory', 'the connection was reset'],
  ['limits/enforced', 'needs --level exhaust'],
  ['update/rejects/string', 'waived until 2027-01-31: old clients send strings, PETS-7'],
])('reports why %s was skipped', (id, message) => {
  expect(caseOf(id)?.querySelector('skipped')?.getAttribute('message')).toBe(message);
});

test('names target and seed', () => {
  const properties = [...(document.querySelector('properties')?.children ?? [])];
  const values = Object.fromEntries(properties.map((each) => [each.getAttribute('name'), each.getAttribute('value')]));
  expect(values).toMatchObject({ target: 'https://api.example.test/v1', seed: '42', level: 'exhaust' });
});

test('escapes hostile text, and spells out characters that XML forbids', () => {
  const received = caseOf('body/json')?.querySelector('failure')?.textContent;
  expect(received).toContain('</script><img src=x onerror=alert(1)>\\u001b[2J\\u202e]]>&amp;\\u000a::error::owned');
  expect(received).toContain('\\u0000\\u0007\\ufffe');
  expect(all('script, img')).toEqual([]);
  expect(xml).not.toMatch(/##\w*\[/);
});
