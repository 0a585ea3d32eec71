import { useRef } from 'preact/hooks';

/**
 * Returns a function that sends the latest wish, one call at a time: wishes that arrive during a call replace one another
 * and are sent after it. It resolves to whether the last call succeeded, or to undefined where another call is under way.
 */
export function useLatestWish<Wish>(send: (wish: Wish) => Promise<boolean>) {
  const wanted = useRef<{ readonly wish: Wish } | undefined>(undefined);
  const isSending = useRef(false);
  const ask = async (wish: Wish): Promise<boolean | undefined> => {
    wanted.current = { wish };
    if (isSending.current) return undefined;
    isSending.current = true;
    let isSent = true;
    while (wanted.current !== undefined) {
      const { wish: next }: { readonly wish: Wish } = wanted.current;
      wanted.current = undefined;
      isSent = await send(next);
    }
    isSending.current = false;
    return isSent;
  };
  return { ask, isSending };
}
