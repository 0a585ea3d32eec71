import { useLayoutEffect, useState } from 'preact/hooks';
import { type Route, readRoute } from './route.js';

/** Answers where the address leads on the page of a fake, or on that of a proxy, and follows it. */
export function useRoute(isProxy: boolean): Route {
  const [hash, setHash] = useState(location.hash);
  useLayoutEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return readRoute(hash, isProxy);
}
