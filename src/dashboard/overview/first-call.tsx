import type { Live } from '../live/live.js';
import { Card } from '../parts/card.js';
import { CopyCode } from '../parts/copy-button.js';
import { firstCurl } from '../requests/first-curl.js';

/** What a newcomer can paste into a shell, where no request has come yet. */
export function FirstCall({ live }: { readonly live: Live }) {
  const hello = live.hello.value;
  if (hello === undefined || live.requestCounts.value.latest > 0) return null;
  const keys = live.keys.value?.items ?? [];
  const hasSample = keys.some(({ name, state }) => name !== null && state === 'valid');
  return (
    <Card title="No request has come yet" class="first-call">
      <div class="stack">
        <p class="soft">
          {hasSample
            ? 'Paste this into a shell. It shows up here within a second.'
            : 'Put the key of this world into PETSTORE_API_KEY, and paste this into a shell. The key was told once, when it was minted.'}
        </p>
        <CopyCode text={firstCurl(hello.baseUrl, keys)} what="the command" />
        <p class="small faint">
          The fake answers at <code>{hello.baseUrl}</code>. This page steers it: no key is needed here, and nothing that
          you do here spends a quota.
        </p>
      </div>
    </Card>
  );
}
