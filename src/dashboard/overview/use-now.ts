import { useEffect, useState } from 'preact/hooks';

/** Answers what time it is by this machine, in milliseconds, and draws anew once a second. */
export function useNow(): number {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now());
    }, 1_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
