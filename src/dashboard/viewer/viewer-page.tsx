import type { Live } from '../live/live.js';

export function ViewerPage({ live }: { readonly live: Live }) {
  return <p class="soft">The API of {live.world}</p>;
}
