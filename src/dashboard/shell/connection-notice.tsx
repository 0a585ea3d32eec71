import type { Live } from '../live/live.js';
import { Button } from '../parts/button.js';
import { Notice } from '../parts/notice.js';

interface ConnectionNoticeProps {
  readonly live: Live;
  readonly onWorld: (world: string) => void;
}

/** Says so where the page does not show what is there now. */
export function ConnectionNotice({ live, onWorld }: ConnectionNoticeProps) {
  if (live.connection.value === 'lost') {
    return (
      <Notice tone="failed">
        The server does not answer. The page shows what it knew last, and tries again by itself.
      </Notice>
    );
  }
  if (live.connection.value === 'ended') {
    return (
      <Notice tone="refused">
        <div class="row">
          The world {live.world} is gone: it was dropped.
          <Button isSmall onClick={() => onWorld('shared')}>
            Go to the shared world
          </Button>
        </div>
      </Notice>
    );
  }
  return null;
}
