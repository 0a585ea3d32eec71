import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from './controls.js';

interface FileButtonProps {
  readonly onFile: (file: File) => void;
  /** Types and endings of the files to choose from. */
  readonly accept: string;
  readonly isDisabled: boolean;
  readonly children: ComponentChildren;
}

/** A button that lets the user choose a file. */
export function FileButton({ onFile, accept, isDisabled, children }: FileButtonProps) {
  const ref = useRef<HTMLInputElement>(null);
  const choose = (input: HTMLInputElement) => {
    const file = input.files?.[0];
    // The same file can be chosen again, changed.
    input.value = '';
    if (file !== undefined) onFile(file);
  };
  return (
    <>
      <Button isSmall aria-disabled={isDisabled} onClick={() => ref.current?.click()}>
        {children}
      </Button>
      <input ref={ref} type="file" hidden accept={accept} onChange={(event) => choose(event.currentTarget)} />
    </>
  );
}

/** Saves the pieces of a JSON text as a file, as a download of the browser. */
export function savePieces(name: string, pieces: readonly string[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([...pieces], { type: 'application/json' }));
  link.download = name;
  link.click();
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
