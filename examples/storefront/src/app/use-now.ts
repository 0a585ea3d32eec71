import { useEffect, useState } from 'react';

/** The time in milliseconds since the epoch; renders again four times a second, so that a countdown never skips. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
