import type { Live } from '../live/live.js';

export function BehaviourPage({ live }: { readonly live: Live }) {
  return <p class="soft">The behaviour of {live.world}</p>;
}
