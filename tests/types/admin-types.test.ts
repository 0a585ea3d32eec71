import { expectTypeOf, test } from 'vitest';
import type { AdminClient, AdminEvent, OwnWorld, RequestFilter } from '../../src/entries/admin.js';

test('an opened world is a client with a key', () => {
  expectTypeOf<OwnWorld>().toExtend<AdminClient & AsyncDisposable>();
  expectTypeOf<OwnWorld['key']>().toEqualTypeOf<string>();
});

test('the compiler rejects what the server would reject', () => {
  return (admin: AdminClient) => {
    // @ts-expect-error: there is no plan `gold`
    admin.keys.mint({ plan: 'gold' });
    // @ts-expect-error: such a world is always isolated
    admin.worlds.open({ isolated: false });
    // @ts-expect-error: there is no such operation
    admin.requests.count({ operation: 'updateInventry' });
    // @ts-expect-error: a mistyped filter
    admin.requests.waitFor({ operatoin: 'updateInventory' });
    // @ts-expect-error: what is left has to be said
    admin.limits.set({ key: 'test_free' });
    // @ts-expect-error: a fault is met `count` times
    admin.faults.add({ status: 503, times: 3 });
    // @ts-expect-error: where to set it has to be said
    admin.clock.set();
  };
});

test('events are discriminated by name', () => {
  expectTypeOf<Extract<AdminEvent, { name: 'bye' }>['data']>().toEqualTypeOf<{ reason: string }>();
  expectTypeOf<RequestFilter['status']>().toEqualTypeOf<string | number | undefined>();
});
