import type { Live } from '../live/live.js';

export function WorldsPage({ live }: { readonly live: Live; readonly onWorld: (world: string) => void }) {
  return <p class="soft">The worlds of {live.world}</p>;
}
