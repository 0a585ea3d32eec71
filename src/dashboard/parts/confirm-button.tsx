import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from './button.js';
import { ConfirmDialog } from './confirm-dialog.js';

interface ConfirmButtonProps {
  /** On the button, and on the one that confirms. */
  readonly label: string;
  /** What it is done to, where there is one for each of several: for those who hear the button without what it stands beside. */
  readonly object?: string | undefined;
  readonly question: string;
  /** What it means, in a sentence or two. */
  readonly children: ComponentChildren;
  readonly onConfirm: () => unknown;
  readonly isSmall?: boolean | undefined;
}

/** A button that asks once more before it does what cannot be taken back. */
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
