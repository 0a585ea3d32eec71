import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Tells whether an element is narrower than so many pixels, and draws anew when that changes. */
export function useIsNarrow(element: RefObject<HTMLElement | null>, belowPx: number): boolean {
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const look = (widthPx: number) => setNarrow(widthPx > 0 && widthPx < belowPx);
    look(element.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => look(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, belowPx]);
  return isNarrow;
}
