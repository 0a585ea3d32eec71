import type { Live } from '../live/live.js';
import { Button } from '../parts/button.js';
import { Notice } from '../parts/notice.js';

interface ConnectionNoticeProps {
  readonly live: Live;
  /** The world that was to be shown, where the server has none such. */
  readonly missing: string | undefined;
  readonly onWorld: (world: string) => void;
}

/** Says so where the page does not show what is there now. */
export function ConnectionNotice({ live, missing, onWorld }: ConnectionNoticeProps) {
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
          {whyGone(live.world)}
          <Button isSmall onClick={() => onWorld('shared')}>
            Go to the shared world
          </Button>
        </div>
      </Notice>
    );
  }
  if (missing !== undefined) {
    return (
      <Notice tone="refused">
        <div class="row">
          {whyGone(missing)} This is the shared one.
          <Button isSmall onClick={() => onWorld(live.world)}>
            Understood
          </Button>
        </div>
      </Notice>
    );
  }
  return null;
}

/** The page cannot tell a world that was dropped from one of a server that was there before. */
function whyGone(world: string): string {
  return `This server has no world ${world} any more: it was dropped, or the server was started again.`;
}
