import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './button.js';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A question over the page. What has `data-first-focus`, else the first control, has the focus. Escape and a click beside it close it; the focus goes back to where it was. */
export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (isOpen && dialog?.open === false) {
      dialog.showModal();
      // Else the first thing in it has the focus: what closes it.
      const first =
        dialog.querySelector<HTMLElement>('.dialog-body [data-first-focus]') ??
        dialog.querySelector<HTMLElement>('.dialog-body :is(input, select, button)');
      first?.focus();
      // What stands in it is a proposal: typing replaces it.
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
        // The backdrop counts as the dialog itself; everything within is a child.
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
