import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import { AdminError } from '../../admin/client/caller.js';

const idle: { readonly isRunning: boolean; readonly error?: string } = { isRunning: false };

export type Run = ReturnType<typeof useAction>['run'];

/** Tracks the calls of a panel: whether one runs, and why the last one failed. Show `error` in an ErrorNotice. */
export function useAction() {
  const announce = useAnnounce();
  const runs = useRef(false);
  const [state, setState] = useState(idle);
  /** Runs a call of the admin API and announces `done`. Returns whether it succeeded. Does nothing while another call runs. */
  const run = async (call: () => Promise<unknown>, done: string): Promise<boolean> => {
    if (runs.current) return false;
    runs.current = true;
    setState({ isRunning: true });
    try {
      await call();
      announce(done);
      setState(idle);
      return true;
    } catch (error) {
      setState({ isRunning: false, error: problemOf(error) });
      return false;
    } finally {
      runs.current = false;
    }
  };
  return { isRunning: state.isRunning, error: state.error, run, forgetError: () => setState(idle) };
}

const Announcements = createContext((_text: string) => {});

/** Returns a function that announces a text to screen readers and shows it for a moment. */
export const useAnnounce = (): ((text: string) => void) => useContext(Announcements);

/** Holds the page's one live region. */
export function Announcer({ children }: { readonly children: ComponentChildren }) {
  const [{ text, times }, setSaid] = useState({ text: '', times: 0 });
  const announce = useCallback((next: string) => setSaid(({ times }) => ({ text: next, times: times + 1 })), []);
  return (
    <Announcements.Provider value={announce}>
      {children}
      <div class="announcer" role="status">
        {text !== '' && (
          // A new element each time, so that the same text is announced twice.
          <div class="announcement" key={times}>
            <p>{text}</p>
          </div>
        )}
      </div>
    </Announcements.Provider>
  );
}

/** Returns the server's error message, or a message of the page if there was no response. */
export function problemOf(error: unknown): string {
  if (error instanceof AdminError && error.status === undefined) {
    return 'The server is not responding. Is it running? Try again once the page is live.';
  }
  return error instanceof Error ? error.message : String(error);
}

interface Loaded<Value> {
  readonly value?: Value;
  /** Why the last attempt failed. */
  readonly problem?: string;
}

/** Loads a value now and whenever `inputs` change. The last value stays meanwhile. */
export function useLoaded<Value>(load: () => Promise<Value>, inputs: readonly unknown[]): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({});
  useEffect(() => {
    let isOver = false;
    load().then(
      (value) => isOver || setLoaded({ value }),
      (error: unknown) => isOver || setLoaded((before) => ({ ...before, problem: problemOf(error) })),
    );
    return () => {
      isOver = true;
    };
  }, inputs);
  return loaded;
}

/** Returns the local time in milliseconds, updated every second while the page is visible. */
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
