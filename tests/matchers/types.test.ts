import { expect as playwrightExpect } from '@playwright/test';
import { expect as jestExpect } from 'expect';
import { expectTypeOf, test, expect as vitestExpect } from 'vitest';
import { type CallFilter, type PetstoreMatchers, petstoreMatchers } from '../../src/entries/matchers.js';
import type { OperationId } from '../../src/index.js';

test('vitest, jest and Playwright accept the matchers unchanged', () => {
  expectTypeOf(vitestExpect.extend).toBeCallableWith(petstoreMatchers);
  expectTypeOf(jestExpect.extend).toBeCallableWith(petstoreMatchers);
  expectTypeOf(playwrightExpect.extend).toBeCallableWith(petstoreMatchers);
});

test('Playwright infers the types of the added matchers', () => {
  return (expect: ReturnType<typeof playwrightExpect.extend<typeof petstoreMatchers>>) => {
    expectTypeOf(expect({}).toConformTo).returns.toEqualTypeOf<Promise<void>>();
    expectTypeOf(expect({}).toConformTo).parameters.toEqualTypeOf<[operation: OperationId]>();
    expectTypeOf(expect({}).toHaveCalled).returns.toEqualTypeOf<void>();
    expectTypeOf(expect({}).not.toHaveCalled).parameters.toEqualTypeOf<
      [operation: OperationId, filter?: CallFilter | undefined]
    >();
    // @ts-expect-error: there is no such operation
    expect({}).toHaveCalled('listInventry');
    // @ts-expect-error: there is no such option
    expect({}).toHaveCalled('listInventory', { time: 2 });
  };
});

test('the matchers have the same parameters in vitest and in jest', () => {
  type Parts = typeof petstoreMatchers;
  type Rest<F> = F extends (received: never, ...rest: infer R) => unknown ? R : never;
  expectTypeOf<Parameters<PetstoreMatchers['toConformTo']>>().toEqualTypeOf<Rest<Parts['toConformTo']>>();
  expectTypeOf<Parameters<PetstoreMatchers['toHaveCalled']>>().toEqualTypeOf<Rest<Parts['toHaveCalled']>>();
  expectTypeOf<Parameters<PetstoreMatchers['toBeWellMannered']>>().toEqualTypeOf<Rest<Parts['toBeWellMannered']>>();
  expectTypeOf<jest.Matchers<void>['toConformTo']>().returns.toEqualTypeOf<Promise<void>>();
  expectTypeOf<jest.Matchers<Promise<void>>['toHaveCalled']>().returns.toEqualTypeOf<Promise<void>>();
});
