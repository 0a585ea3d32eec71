import type { Live } from '../live/live.js';
import { serviceUrl } from '../live/service-url.js';
import { Card } from '../parts/card.js';
import { CopyCode } from '../parts/copy-button.js';
import { firstCurl } from '../requests/first-curl.js';

/** What a newcomer can paste into a shell, where no request has come yet. */
export function FirstCall({ live }: { readonly live: Live }) {
  const url = serviceUrl(live, location.origin);
  if (url === undefined || live.requestCounts.value.latest > 0) return null;
  const keys = live.keys.value?.items ?? [];
  const hasSample = keys.some(({ name, state }) => name !== null && state === 'valid');
  return (
    <Card title="No request has come yet" class="first-call">
      <div class="stack">
        <p class="soft">
          {hasSample
            ? 'Paste this into a shell. It shows up here within a second.'
            : live.isProxy.value
              ? 'Put your API key into PETSTORE_API_KEY, and paste this into a shell; or let your app send its requests here.'
              : 'Put the key of this world into PETSTORE_API_KEY, and paste this into a shell. The key was told once, when it was minted.'}
        </p>
        <CopyCode text={firstCurl(url, keys)} what="the command" />
        <p class="small faint">
          {live.isProxy.value ? (
            <>
              What is sent to <code>{url}</code> passes on to <code>{live.hello.value?.upstream}</code>: requests are
              real, and so is what they change and use up.
            </>
          ) : (
            <>
              The fake answers at <code>{url}</code>. This page steers it: no key is needed here, and nothing that you
              do here spends a quota.
            </>
          )}
        </p>
      </div>
    </Card>
  );
}
