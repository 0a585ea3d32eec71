import type { Live } from '../live/live.js';

export function FaultsPage({ live }: { readonly live: Live }) {
  return <p class="soft">The faults of {live.world}</p>;
}
