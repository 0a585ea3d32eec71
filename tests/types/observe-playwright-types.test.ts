import type { BrowserContext } from '@playwright/test';
import { expectTypeOf, test } from 'vitest';
import type { ObservedPetstore } from '../../src/entries/observe.js';
import type {
  ExpectOptions,
  ObservedService,
  ObserveFixtures,
  ObserveOptions,
  ObserveTestOptions,
  observeContext,
  Violation,
} from '../../src/entries/observe-playwright.js';

test('a context is observed with the options of handlers, without handlers', () => {
  expectTypeOf<typeof observeContext>().parameters.toEqualTypeOf<[BrowserContext, ObserveOptions]>();
  expectTypeOf<typeof observeContext>().returns.toEqualTypeOf<ObservedService>();
  expectTypeOf<Omit<ObservedPetstore, 'handlers'>>().toEqualTypeOf<ObservedService>();
  expectTypeOf<ReturnType<ObservedService['violations']>>().toEqualTypeOf<readonly Violation[]>();
});

test('a test observes with the same options, and with exceptions', () => {
  expectTypeOf<ObserveOptions & ExpectOptions>().toExtend<ObserveTestOptions['observe']>();
  expectTypeOf<ObserveFixtures['observed']>().toEqualTypeOf<ObservedService>();
});
