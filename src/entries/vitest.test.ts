import { describe, expectTypeOf, onTestFinished, type ProvidedContext, vi } from 'vitest';
import description from '../../package.json' with { type: 'json' };
import { expect, test } from './vitest.js';

describe('a test of the vitest entry', () => {
  test('asks for a fake, and expects with its matchers', async ({ petstore }) => {
    const response = await fetch(`${petstore.baseUrl}/inventory`, { headers: { authorization: 'Bearer test_free' } });
    expect(response.status).toBe(200);
    await expect(response).toConformTo('listInventory');
    expect(petstore).toHaveCalled('listInventory', { times: 1 });
    expect(petstore).not.toHaveCalled('updateInventory');
    expect(petstore).toBeWellMannered();
  });

  test('has `unhandled` among the options that the configuration provides', () => {
    expectTypeOf<NonNullable<ProvidedContext['petstoreOptions']>>().toHaveProperty('unhandled');
  });
});

test('in a browser, the entry says what to use', async () => {
  expect(description.exports['./vitest'].browser.default).toBe('./dist/src/entries/vitest-in-browser.js');
  vi.stubGlobal('process', { ...process, versions: {} });
  const loading = import('./vitest-in-browser.js').catch((error) => error.message);
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await loading).toContain("Use setupPetstoreWorker from 'petstore-mock/browser'");
});
