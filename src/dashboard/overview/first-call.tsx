import type { Live } from '../live/live.js';
import { Card } from '../parts/card.js';
import { CopyCode } from '../parts/copy-button.js';

/** What a newcomer can paste into a shell, where no request has come yet. */
export function FirstCall({ live }: { readonly live: Live }) {
  const hello = live.hello.value;
  if (hello === undefined || live.requestCounts.value.latest > 0) return null;
  const sample = live.keys.value?.items.find(({ name, state }) => name !== null && state === 'valid')?.name;
  const curl = `curl -i -H 'Authorization: Bearer ${sample ?? '<the key of this world>'}' ${hello.baseUrl}/inventory`;
  return (
    <Card title="No request has come yet" class="first-call">
      <div class="stack">
        <p class="soft">
          {sample === undefined
            ? 'Send one with the key that this world was minted with; it was told once, when it was given out.'
            : 'Paste this into a shell. It shows up here within a second.'}
        </p>
        <CopyCode text={curl} what="the command" />
        <p class="small faint">
          The fake answers at <code>{hello.baseUrl}</code>. This page steers it: no key is needed here, and nothing that
          you do here spends a quota.
        </p>
      </div>
    </Card>
  );
}
