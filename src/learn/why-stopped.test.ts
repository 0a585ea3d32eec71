import { expect, test } from 'vitest';
import { whyStopped } from './why-stopped.js';

const BASE = 'https://api.example.test/v1';

test('tells which request it was, and where it was sent to', () => {
  const stopped = `GET "${BASE}/inventory" was redirected (302) to "https://me:pw@login.example.test/a?user=Ada": check the base URL`;
  expect(whyStopped(stopped, BASE)).toBe(
    `GET "${BASE}/inventory" was redirected (302) to "https://login.example.test/…": check the base URL`,
  );
});

test('tells nothing else that is quoted', () => {
  const stopped = `GET "${BASE}/inventory" was answered with "Ada \\"A\\" Smith", not with JSON`;
  expect(whyStopped(stopped, BASE)).toBe(`GET "${BASE}/inventory" was answered with "…", not with JSON`);
  expect(whyStopped('"javascript:alert(1)", "/orders/Ada", ada@example.test', BASE)).toBe('"…", "…", …');
});
