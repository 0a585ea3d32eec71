import type { HttpHandler } from 'msw';
import { expectTypeOf, test } from 'vitest';
import {
  type ExpectOptions,
  type ObservedPetstore,
  type ObserveOptions,
  observePetstore,
  type Verdict,
  type Violation,
} from '../../src/entries/observe.js';
import type { Exchange, manners, StatementId, Transcript, writeHar } from '../../src/index.js';

test('an observed service is a transcript with handlers', () => {
  expectTypeOf(observePetstore).parameter(0).toEqualTypeOf<ObserveOptions>();
  expectTypeOf(observePetstore).returns.toEqualTypeOf<ObservedPetstore>();
  expectTypeOf<ObservedPetstore>().toExtend<Transcript>();
  expectTypeOf<ObservedPetstore>().toExtend<Parameters<typeof manners>[0]>();
  expectTypeOf<ObservedPetstore>().toExtend<Parameters<typeof writeHar>[0]>();
  expectTypeOf<ObservedPetstore['handlers']>().toEqualTypeOf<HttpHandler[]>();
  expectTypeOf<ObservedPetstore['exchanges']>().toEqualTypeOf<readonly Exchange[]>();
});

test('only the base URL is required', () => {
  expectTypeOf<{ baseUrl: string }>().toExtend<ObserveOptions>();
  expectTypeOf<{ plan: 'free' }>().not.toExtend<ObserveOptions>();
  expectTypeOf<{ baseUrl: string; plan: 'gold' }>().not.toExtend<ObserveOptions>();
});

test('violations and findings have their types', () => {
  expectTypeOf<ReturnType<ObservedPetstore['violations']>>().toEqualTypeOf<readonly Violation[]>();
  expectTypeOf<ReturnType<ObservedPetstore['findings']>>().toEqualTypeOf<readonly Verdict[]>();
  expectTypeOf<Violation['statement']['id']>().toEqualTypeOf<StatementId>();
  expectTypeOf<ObservedPetstore['expectConformance']>().toBeCallableWith({
    except: ['limits/plan'],
  } satisfies ExpectOptions);
  expectTypeOf<ReturnType<ObservedPetstore['expectConformance']>>().toEqualTypeOf<Promise<void>>();
});
