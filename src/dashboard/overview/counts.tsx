import { useComputed } from '@preact/signals';
import type { Live } from '../live/live.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { ErrorNotice } from '../parts/notice.js';
import { useAction } from '../parts/use-action.js';
import { Count } from './count.js';
import { SeenCounts } from './seen-counts.js';

/** How much there is of everything, each on the way to its page; and the way back to the beginning. */
export function Counts({ live }: { readonly live: Live }) {
  const action = useAction();
  const pets = useComputed(() => live.stock.value?.length).value;
  const reset = () => action.run(() => live.client.reset(), 'The world is as it was at its beginning.');
  return (
    <>
      <div class="counts">
        <SeenCounts live={live} />
        <Count page="stock" count={pets} what={pets === 1 ? 'pet' : 'pets'} />
        <Count
          page="faults"
          count={live.faults.value?.items.length}
          what={live.faults.value?.items.length === 1 ? 'fault on' : 'faults on'}
        />
        <Count
          page="worlds"
          count={live.worlds.value?.total}
          what={live.worlds.value?.total === 1 ? 'world' : 'worlds'}
        />
        <span class="push">
          <ConfirmButton label="Reset the world" question={`Reset the world ${live.world}?`} onConfirm={reset}>
            Stock, quotas, bans, clock, faults and journal go back to how they were at the beginning. A request that
            comes meanwhile sees all of it or nothing.
          </ConfirmButton>
        </span>
      </div>
      <ErrorNotice message={action.error} />
    </>
  );
}
