import type { Live } from '../live/live.js';
import { Button } from '../parts/button.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { ErrorNotice } from '../parts/notice.js';
import { countOf } from '../parts/tell-time.js';
import { useAction } from '../parts/use-action.js';
import type { Feed } from './feed.js';
import { everyRequest, isFiltering } from './line-filter.js';
import { saveFile } from './save-file.js';

/** How many requests there are, and what can be done with all of them. */
export function FeedTools({ live, feed }: { readonly live: Live; readonly feed: Feed }) {
  const { run, isRunning, error } = useAction();
  const { kept } = live.requestCounts.value;
  const isPaused = feed.isPaused.value;
  const download = () =>
    run(
      async () =>
        saveFile('petstore.har', 'application/json', JSON.stringify(await live.client.requests.har(), null, 2)),
      'Downloaded petstore.har.',
    );
  const clear = () =>
    run(async () => {
      await live.client.requests.clear();
      feed.resume();
    }, 'Cleared the requests.');
  return (
    <>
      <div class="feed-tools">
        <p class="feed-counts">
          <strong>{countOf(feed.shown.value.length)}</strong> of {countOf(Math.max(kept, feed.shown.value.length))}{' '}
          requests
          {isFiltering(feed.filter.value) && (
            <Button kind="quiet" isSmall onClick={() => feed.setFilter(everyRequest)}>
              Show all
            </Button>
          )}
        </p>
        {/* That it is paused is read out; how many came, several times a second, is not. */}
        <p class="feed-paused">
          <span role="status">{isPaused && 'Paused'}</span>
          {isPaused && `: ${countOf(feed.missed.value)} came meanwhile`}
        </p>
        <div class="row">
          <Button isSmall aria-pressed={isPaused} onClick={isPaused ? feed.resume : feed.pause}>
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
          <Button isSmall aria-disabled={isRunning} onClick={download}>
            Download HAR
          </Button>
          <ConfirmButton isSmall label="Clear" question="Clear all requests?" onConfirm={clear}>
            The journal is emptied, for everybody who looks at it. Numbers go on where they are.
          </ConfirmButton>
        </div>
      </div>
      <ErrorNotice message={error} />
    </>
  );
}
