import { Button } from '../parts/button.js';
import type { Feed } from './feed.js';

/** The end of the list: what is older can be fetched. */
export function OlderRequests({ feed }: { readonly feed: Feed }) {
  if (!feed.hasOlder.value) return null;
  return (
    <div class="feed-older">
      {feed.problem.value !== undefined && <span class="feed-problem">{feed.problem.value}</span>}
      <Button isSmall aria-disabled={feed.isLoading.value} onClick={() => feed.isLoading.value || feed.loadOlder()}>
        {feed.isLoading.value ? 'Loading…' : 'Load older requests'}
      </Button>
    </div>
  );
}
