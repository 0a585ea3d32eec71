import { useEffect, useState } from 'preact/hooks';
import { createAdminClient } from '../../admin/client/create-admin-client.js';
import { forgetWorld } from '../shell/world-of-tab.js';
import { SignIn } from './sign-in.js';
import { SignedIn } from './signed-in.js';
import { forgetToken, keepToken, tokenOfTab } from './token-of-tab.js';

/** The whole page: what it shows to somebody with the token, and to somebody without. */
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
    keepToken(token);
    setEntry(tryToken(token));
  };
  const leave = (refusal?: string) => {
    forgetToken();
    forgetWorld();
    setEntry({ client: undefined, refusal });
  };
  if (entry.client === undefined) return <SignIn refusal={entry.refusal} onToken={enter} />;
  return <SignedIn client={entry.client} onLeave={leave} />;
}

/** Answers a client for the server that this page came from, or what is wrong with the token before anything is sent. */
function tryToken(token: string | undefined) {
  if (token === undefined) return { client: undefined, refusal: undefined };
  try {
    return { client: createAdminClient({ url: location.origin + location.pathname, token }), refusal: undefined };
  } catch (error) {
    forgetToken();
    return { client: undefined, refusal: error instanceof Error ? error.message : String(error) };
  }
}
