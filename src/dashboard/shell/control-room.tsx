import { effect } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { AdminClient } from '../../admin/client/admin-client.js';
import { createAdminClient } from '../../admin/client/create-admin-client.js';
import icon from '../icon.svg';
import { Live, RoomContext } from '../live/live.js';
import { Button, Field } from '../parts/controls.js';
import { ErrorNotice } from '../parts/display.js';
import { Shell } from './shell.js';

const TOKEN_KEY = 'petstore-mock-token';
const WORLD_KEY = 'petstore-mock-world';

/** Returns the token of this tab: from the address (`#token=…`), where it is removed at once, otherwise from the session storage. */
function tokenOfTab(): string | undefined {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given !== null) history.replaceState(null, '', `${location.pathname}${location.search}#/overview`);
  // An empty token does not sign out.
  if (given) sessionStorage.setItem(TOKEN_KEY, given);
  return sessionStorage.getItem(TOKEN_KEY) ?? undefined;
}

/** Forgets the token and the world: the next sign-in starts in the shared world. */
function forgetTab(): void {
  sessionStorage.removeItem(TOKEN_KEY);
  sessionStorage.removeItem(WORLD_KEY);
}

/** Returns the token in pasted text: a token, or the whole address that the banner shows (`…/__admin/ui#token=…`). */
export function tokenIn(pasted: string): string {
  const text = pasted.trim();
  const [, fragment] = /#(token=.+)$/.exec(text) ?? [];
  return new URLSearchParams(fragment).get('token') ?? text;
}

export function ControlRoom() {
  const [entry, setEntry] = useState(() => tryToken(tokenOfTab()));

  useEffect(() => {
    // An address with a token may be pasted over this one.
    const follow = () => {
      if (location.hash.includes('token=')) setEntry(tryToken(tokenOfTab()));
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  const enter = (token: string) => {
    sessionStorage.setItem(TOKEN_KEY, token);
    setEntry(tryToken(token));
  };
  const leave = (problem?: string) => {
    forgetTab();
    setEntry({ client: undefined, problem });
  };
  if (entry.client === undefined) return <SignIn problem={entry.problem} onToken={enter} />;
  return <SignedIn client={entry.client} onLeave={leave} />;
}

/** Returns a client for the server of this page, or what is wrong with the token. */
function tryToken(token: string | undefined) {
  if (token === undefined) return { client: undefined, problem: undefined };
  try {
    return { client: createAdminClient({ url: location.origin + location.pathname, token }), problem: undefined };
  } catch (error) {
    forgetTab();
    return { client: undefined, problem: error instanceof Error ? error.message : String(error) };
  }
}

interface SignInProps {
  readonly problem: string | undefined;
  readonly onToken: (token: string) => void;
}

function SignIn({ problem, onToken }: SignInProps) {
  const [token, setToken] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  const submit = (event: Event) => {
    event.preventDefault();
    const given = tokenIn(token);
    if (given !== '') onToken(given);
  };
  return (
    <main class="sign-in">
      <form class="card card-body" onSubmit={submit}>
        <div class="brand">
          <img src={icon} alt="" width="24" height="24" />
          petstore-mock
        </div>
        <div>
          <h1>Control room</h1>
          <p class="soft">
            <code>petstore-mock serve</code> prints the token at startup, in the address of this page, unless you set it
            with <code>--admin-token</code>. Paste the token or the whole address.
          </p>
        </div>
        <ErrorNotice message={problem} />
        <Field label="Token">
          <input
            ref={input}
            class="input"
            type="password"
            autocomplete="off"
            spellcheck={false}
            required
            aria-invalid={problem !== undefined}
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </Field>
        <Button kind="main" type="submit">
          Sign in
        </Button>
      </form>
    </main>
  );
}

const REJECTED =
  'This is not the token of this server. Without --admin-token the server creates a new one at each start.';

interface SignedInProps {
  readonly client: AdminClient;
  /** Called with the reason for a rejected token, or without an argument on sign-out. */
  readonly onLeave: (why?: string) => void;
}

/** Follows one world, and another on request; a reload keeps the world. */
function SignedIn({ client, onLeave }: SignedInProps) {
  const [world, setWorld] = useState(() => sessionStorage.getItem(WORLD_KEY) ?? 'shared');
  const [missing, setMissing] = useState<string>();
  const live = useMemo(() => new Live(client.world(world)), [client, world]);
  const wasLive = useRef(false);
  const show = (next: string, instead?: string) => {
    sessionStorage.setItem(WORLD_KEY, next);
    setWorld(next);
    setMissing(instead);
  };
  useEffect(() => () => live.close(), [live]);
  useEffect(
    () =>
      effect(() => {
        if (live.connection.value === 'refused') onLeave(REJECTED);
        // A world that was dropped before the page opened cannot be shown.
        if (live.connection.value === 'ended' && !wasLive.current) show('shared', live.world);
      }),
    [client, live],
  );

  wasLive.current ||= live.connection.value === 'live';
  if (!wasLive.current) return <p class="sign-in soft">Connecting…</p>;
  return (
    <RoomContext.Provider value={{ live, showWorld: (next) => show(next) }}>
      <Shell missing={missing} onSignOut={() => onLeave()} />
    </RoomContext.Provider>
  );
}
