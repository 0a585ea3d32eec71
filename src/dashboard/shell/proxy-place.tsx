import type { Live } from '../live/live.js';

/** In front of what the proxy stands: what is shown is real traffic. */
export function ProxyPlace({ live }: { readonly live: Live }) {
  return (
    <span class="proxy-place">
      <span class="badge is-accent">Proxy</span> <span class="soft">in front of</span>{' '}
      <strong class="mono">{live.hello.value?.upstream}</strong>
    </span>
  );
}
