import type { ComponentChildren } from 'preact';
import { Button } from './button.js';
import { Dialog } from './dialog.js';

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
