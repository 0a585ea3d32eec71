import { effect } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { AdminClient } from '../../admin/client/admin-client.js';
import { AdminError } from '../../admin/client/admin-error.js';
import { createLive } from '../live/create-live.js';
import { problemOf } from '../parts/problem-of.js';
import { Shell } from '../shell/shell.js';
import { keepWorld, worldOfTab } from '../shell/world-of-tab.js';

interface SignedInProps {
  readonly client: AdminClient;
  /** Called with what the server said against the token, or with nothing where somebody wants to leave. */
  readonly onLeave: (why?: string) => void;
}

/** Follows one world with the token, another one on request; after a reload, the one that was shown before. */
export function SignedIn({ client, onLeave }: SignedInProps) {
  const [world, setWorld] = useState(worldOfTab);
  const [missing, setMissing] = useState<string>();
  const live = useMemo(() => createLive(client.world(world)), [client, world]);
  const wasLive = useRef(false);
  const show = (next: string, instead?: string) => {
    keepWorld(next);
    setWorld(next);
    setMissing(instead);
  };
  useEffect(() => () => live.close(), [live]);
  useEffect(
    () =>
      effect(() => {
        if (live.connection.value === 'refused') void whyRefused(client).then(onLeave);
        // There is nothing to show of a world that was gone before the page came.
        if (live.connection.value === 'ended' && !wasLive.current) show('shared', live.world);
      }),
    [client, live],
  );

  wasLive.current ||= live.connection.value === 'live';
  if (!wasLive.current) return <p class="sign-in soft">Connecting…</p>;
  return <Shell live={live} missing={missing} onWorld={(next) => show(next)} onSignOut={() => onLeave()} />;
}

/** The events tell that they were refused; an answer tells why. */
async function whyRefused(client: AdminClient): Promise<string> {
  try {
    await client.health();
    return 'The server has refused the token. Sign in again.';
  } catch (error) {
    if (error instanceof AdminError && error.status === 401) {
      return 'That is not the token of this server, which makes up another one at each start unless it is given one.';
    }
    return problemOf(error);
  }
}
