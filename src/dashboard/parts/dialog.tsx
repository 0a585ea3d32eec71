import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from './controls.js';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog. The control with `data-first-focus`, otherwise the first one, has the focus. Escape and a click on the backdrop close it; the focus returns to where it was. */
export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (isOpen && dialog?.open === false) {
      dialog.showModal();
      // Otherwise the close button would have the focus.
      const first =
        dialog.querySelector<HTMLElement>('.dialog-body [data-first-focus]') ??
        dialog.querySelector<HTMLElement>('.dialog-body :is(input, select, button)');
      first?.focus();
      // Typing replaces the suggested value.
      if (first instanceof HTMLInputElement) first.select();
    }
    if (!isOpen && dialog?.open === true) dialog.close();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by keyboard.
    <dialog
      ref={ref}
      class="dialog"
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => {
        // A click on the backdrop has the dialog itself as its target.
        if (event.target === ref.current) onClose();
      }}
    >
      {isOpen && (
        <>
          <div class="dialog-head">
            <h2 id={id}>{title}</h2>
            <Button kind="quiet" isSquare isSmall aria-label="Close" onClick={onClose}>
              ✕
            </Button>
          </div>
          <div class="dialog-body">{children}</div>
        </>
      )}
    </dialog>
  );
}

interface ConfirmDialogProps {
  readonly label: string;
  readonly question: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => unknown;
  readonly children: ComponentChildren;
}

export function ConfirmDialog({ label, question, isOpen, onClose, onConfirm, children }: ConfirmDialogProps) {
  const confirm = () => {
    onClose();
    onConfirm();
  };
  return (
    <Dialog title={question} isOpen={isOpen} onClose={onClose}>
      <p class="soft">{children}</p>
      <div class="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" onClick={confirm}>
          {label}
        </Button>
      </div>
    </Dialog>
  );
}

interface ConfirmButtonProps {
  /** Label of the button and of the confirmation. */
  readonly label: string;
  /** The object of the action, for the accessible name of one of several such buttons. */
  readonly object?: string | undefined;
  readonly question: string;
  /** The consequences. */
  readonly children: ComponentChildren;
  readonly onConfirm: () => unknown;
  readonly isSmall?: boolean | undefined;
}

/** A button that asks for confirmation. */
export function ConfirmButton({ label, object, question, children, onConfirm, isSmall }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        kind="danger"
        isSmall={isSmall}
        aria-label={object && `${label} ${object}`}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        label={label}
        question={question}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={onConfirm}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
