import { useEffect, useState } from 'preact/hooks';
import { type Route, readRoute } from './route.js';

/** Answers where the address leads, and follows it. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return readRoute(hash);
}
