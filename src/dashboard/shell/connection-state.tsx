import type { Connection, Live } from '../live/live.js';
import type { Tone } from '../parts/tone.js';

const told: Record<Connection, { readonly tone: Tone; readonly text: string }> = {
  connecting: { tone: 'broken', text: 'Connecting' },
  live: { tone: 'ok', text: 'Live' },
  lost: { tone: 'failed', text: 'Reconnecting' },
  refused: { tone: 'failed', text: 'Refused' },
  ended: { tone: 'broken', text: 'Ended' },
};

/** Whether what is on the page is as it is now. Changes are read out. */
export function ConnectionState({ live }: { readonly live: Live }) {
  const { tone, text } = told[live.connection.value];
  return (
    <span class={`connection is-${tone}`} role="status">
      <span class="dot" />
      <span class="sr-only">Connection: </span>
      {text}
    </span>
  );
}
