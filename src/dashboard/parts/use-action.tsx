import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useMemo, useRef, useState } from 'preact/hooks';
import { AdminError } from '../../admin/client/caller.js';
import { type Change, type Live, useRoom } from '../live/live.js';
import { Button } from './controls.js';

const idle: { readonly isRunning: boolean; readonly error?: string } = { isRunning: false };

export type Run = ReturnType<typeof useAction>['run'];

/** Tracks the calls of a panel: whether one runs, and why the last one failed. Show `error` in an ErrorNotice. */
export function useAction() {
  const { live } = useRoom();
  const { announce } = useContext(Announcements);
  const runs = useRef(false);
  const [state, setState] = useState(idle);
  /**
   * Runs a call of the admin API and announces `done`, with a button that undoes it if it `mayBeUndone`. Returns whether it
   * succeeded. Does nothing while another call runs.
   */
  const run = async (call: () => Promise<unknown>, done: string, { mayBeUndone = false } = {}): Promise<boolean> => {
    if (runs.current) return false;
    runs.current = true;
    setState({ isRunning: true });
    try {
      const before = mayBeUndone ? await latestChange(live) : null;
      await call();
      const after = before === null ? null : await latestChange(live);
      announce(done, after && after.id !== before?.id ? { live, change: after } : undefined);
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

/** Returns the latest change of the world, whose event may arrive later; undefined if there is none, null if that is unknown. */
async function latestChange(live: Live): Promise<Change | undefined | null> {
  try {
    const changes = await live.client.undoable();
    live.changes.value = changes;
    return changes.items[0];
  } catch {
    return null;
  }
}

/** A change, and the world in which it can be undone. */
interface Undoable {
  readonly live: Live;
  readonly change: Change;
}

interface Announced {
  readonly text: string;
  readonly undoable?: Undoable | undefined;
  /** Whether it is shown until it is dismissed. */
  readonly stays: boolean;
}

const Announcements = createContext({
  announce: (_text: string, _undoable?: Undoable) => {},
  undo: async (_undoable: Undoable) => {},
});

/** Returns a function that announces a text to screen readers and shows it for a moment. */
export const useAnnounce = (): ((text: string) => void) => useContext(Announcements).announce;

/** Returns a function that undoes a change of the shown world, and announces what came of it. */
export function useUndo(): (change: Change) => Promise<void> {
  const { live } = useRoom();
  const { undo } = useContext(Announcements);
  return (change) => undo({ live, change });
}

/** Holds the page's one live region. `onLeave` is called when the focus was in it and has to go elsewhere. */
export function Announcer({
  children,
  onLeave,
}: {
  readonly children: ComponentChildren;
  readonly onLeave: () => void;
}) {
  const [said, setSaid] = useState({ text: '', stays: false, times: 0 } as Announced & { readonly times: number });
  const say = useCallback((next: Announced) => setSaid(({ times }) => ({ ...next, times: times + 1 })), []);
  const announcements = useMemo(
    () => ({
      announce: (text: string, undoable?: Undoable) => say({ text, undoable, stays: undoable !== undefined }),
      async undo({ live, change }: Undoable) {
        try {
          const { undone } = await live.client.undo({ id: change.id });
          say({ text: `Undone: ${undone.map(({ summary }) => summary).join(', ')}.`, stays: false });
        } catch (error) {
          say({ text: problemOf(error), stays: true });
        }
      },
    }),
    [say],
  );
  const { text, stays, undoable, times } = said;
  const undo = () => {
    onLeave();
    if (undoable !== undefined) void announcements.undo(undoable);
  };
  const dismiss = () => {
    onLeave();
    say({ text: '', stays: false });
  };
  return (
    <Announcements.Provider value={announcements}>
      {children}
      <div class="announcer" role="status">
        {text !== '' && (
          // A new element each time, so that the same text is announced twice.
          <div class={`announcement${stays ? ' is-staying' : ''}`} key={times}>
            <p>{text}</p>
            {undoable !== undefined && <UndoButton {...undoable} onUndo={undo} />}
            {stays && (
              <Button kind="quiet" isSmall isSquare aria-label="Dismiss" onClick={dismiss}>
                ✕
              </Button>
            )}
          </div>
        )}
      </div>
    </Announcements.Provider>
  );
}

/** Undoes a change while it can be undone, and while its world is shown. */
function UndoButton({ live, change, onUndo }: Undoable & { readonly onUndo: () => void }) {
  const shown = useRoom().live;
  const canBeUndone = live.changes.value?.items.some(({ id }) => id === change.id);
  if (shown !== live || !canBeUndone) return null;
  return (
    <Button isSmall aria-label={`Undo: ${change.summary}`} onClick={onUndo}>
      Undo
    </Button>
  );
}

/** Returns the server's error message, or a message of the page if there was no response. */
export function problemOf(error: unknown): string {
  if (error instanceof AdminError && error.status === undefined) {
    return 'The server is not responding. Is it running? Try again once the page is live.';
  }
  return error instanceof Error ? error.message : String(error);
}
