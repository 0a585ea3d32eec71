import { useEffect, useRef, useState } from 'preact/hooks';

/**
 * Returns the value to show and a function that changes it. A chosen value is shown at once, until the world's value
 * changes. One call is sent at a time: of the values chosen during a call, only the last one is sent after it. The function
 * resolves to whether its call succeeded, or to undefined during another call.
 */
export function useOptimistic<Value>(present: Value, send: (value: Value) => Promise<boolean>) {
  const [chosen, setChosen] = useState<{ readonly value: Value }>();
  const waiting = useRef<{ readonly value: Value } | undefined>(undefined);
  const isSending = useRef(false);
  useEffect(() => {
    if (!isSending.current) setChosen(undefined);
  }, [present]);

  const choose = async (value: Value): Promise<boolean | undefined> => {
    setChosen({ value });
    waiting.current = { value };
    if (isSending.current) return undefined;
    isSending.current = true;
    let isSent = true;
    while (waiting.current !== undefined) {
      const { value: next }: { readonly value: Value } = waiting.current;
      waiting.current = undefined;
      isSent = await send(next);
    }
    isSending.current = false;
    if (!isSent) setChosen(undefined);
    return isSent;
  };
  return [chosen === undefined ? present : chosen.value, choose] as const;
}
