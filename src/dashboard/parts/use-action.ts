import { useRef, useState } from 'preact/hooks';
import { useAnnounce } from './announcer.js';
import { problemOf } from './problem-of.js';

interface Action {
  /** Runs a call of the admin API; afterwards `done` is announced. Answers whether it worked. A second one waits for none: it is left out. */
  readonly run: (call: () => Promise<unknown>, done: string) => Promise<boolean>;
  readonly isRunning: boolean;
  /** Why the last one failed, in the server's words; undefined once another one is tried. */
  readonly error: string | undefined;
  readonly forgetError: () => void;
}

/** Keeps track of what a panel asks of the server: whether it runs, and what went wrong. Show `error` in an ErrorNotice. */
export function useAction(): Action {
  const announce = useAnnounce();
  const runs = useRef(false);
  const [state, setState] = useState<Pick<Action, 'isRunning' | 'error'>>({ isRunning: false, error: undefined });
  const run: Action['run'] = async (call, done) => {
    if (runs.current) return false;
    runs.current = true;
    setState({ isRunning: true, error: undefined });
    try {
      await call();
      announce(done);
      setState({ isRunning: false, error: undefined });
      return true;
    } catch (error) {
      setState({ isRunning: false, error: problemOf(error) });
      return false;
    } finally {
      runs.current = false;
    }
  };
  return { ...state, run, forgetError: () => setState({ isRunning: false, error: undefined }) };
}
