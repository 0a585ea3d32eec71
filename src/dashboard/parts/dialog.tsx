import { type ComponentChildren, createContext } from 'preact';
import { useContext, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useRoom } from '../live/live.js';
import { Button } from './controls.js';
import type { Run } from './use-action.js';

interface Dialogs {
  /** Opens a dialog instead of the one that is open. */
  open(title: string, body: ComponentChildren): void;
  close(): void;
}

const DialogContext = createContext<Dialogs>({ open() {}, close() {} });

export const useDialogs = () => useContext(DialogContext);

export function DialogHost({ children }: { readonly children: ComponentChildren }) {
  const [shown, setShown] = useState<ShownDialog>();
  const close = () => setShown(undefined);
  const dialogs = useMemo<Dialogs>(() => ({ open: (title, body) => setShown({ title, body }), close }), []);
  return (
    <DialogContext.Provider value={dialogs}>
      {children}
      {shown !== undefined && <Dialog key={shown.title} {...shown} onClose={close} />}
    </DialogContext.Provider>
  );
}

interface ShownDialog {
  readonly title: string;
  readonly body: ComponentChildren;
}

/** The control with `data-first-focus`, otherwise the first one, has the focus. Escape and a click on the backdrop close it. */
function Dialog({ title, body, onClose }: ShownDialog & { readonly onClose: () => void }) {
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // Otherwise the close button would have the focus.
    const first =
      dialog?.querySelector<HTMLElement>('.dialog-body [data-first-focus]') ??
      dialog?.querySelector<HTMLElement>('.dialog-body :is(input, select, button)');
    first?.focus();
    // Typing replaces the suggested value.
    if (first instanceof HTMLInputElement) first.select();
    return () => {
      ref.current = null;
      // The focus returns to where it was.
      dialog?.close();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by keyboard.
    <dialog
      ref={ref}
      class="dialog"
      aria-labelledby={id}
      // By Escape, not by the effect above.
      onClose={() => ref.current !== null && onClose()}
      onClick={(event) => {
        // A click on the backdrop has the dialog itself as its target.
        if (event.target === ref.current) onClose();
      }}
    >
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" isSquare isSmall aria-label="Close" onClick={onClose}>
          ✕
        </Button>
      </div>
      <div class="dialog-body">{body}</div>
    </dialog>
  );
}

interface ConfirmButtonProps {
  readonly label: string;
  /** The object of the action, for the accessible name of one of several such buttons. */
  readonly object?: string;
  readonly isSmall?: boolean | undefined;
  readonly question: string;
  readonly onConfirm: () => unknown;
  /** The consequences. */
  readonly children: ComponentChildren;
}

/** A button that asks for confirmation of what cannot be undone. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, object, isSmall, question, onConfirm, children } = props;
  const { open, close } = useDialogs();
  const confirm = () => {
    close();
    onConfirm();
  };
  const ask = () =>
    open(
      question,
      <>
        <p class="soft">{children}</p>
        <div class="dialog-actions">
          <Button onClick={close}>Cancel</Button>
          <Button kind="danger" onClick={confirm}>
            {label}
          </Button>
        </div>
      </>,
    );
  return (
    <Button kind="danger" isSmall={isSmall} aria-label={object && `${label} ${object}`} onClick={ask}>
      {label}
    </Button>
  );
}

export function ResetButton({ run, isSmall }: { readonly run: Run; readonly isSmall?: boolean }) {
  const { client, world } = useRoom().live;
  return (
    <ConfirmButton
      isSmall={isSmall}
      label="Reset the world"
      question={`Reset the world ${world}?`}
      onConfirm={() => run(() => client.reset(), `The world ${world} was reset.`)}
    >
      Stock, keys, quotas, clock, faults and journal return to their initial state. Keys created since then are deleted.
      Behaviour and snapshots stay. This cannot be undone: take a snapshot first to return to the present state.
    </ConfirmButton>
  );
}
