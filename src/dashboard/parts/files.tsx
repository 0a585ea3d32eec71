import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from './controls.js';

interface FilesProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ComponentChildren;
}

/** An area on which files can be dropped. A button has to do the same for those who do not drag. */
export function DropArea({ onFiles, children }: FilesProps) {
  const [isOver, setIsOver] = useState(false);
  const drag = (event: DragEvent) => {
    // Text can be dragged, too.
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    setIsOver(event.type !== 'drop');
    if (event.type === 'drop') onFiles([...event.dataTransfer.files]);
  };
  const leave = ({ currentTarget, relatedTarget }: { currentTarget: Node; relatedTarget: EventTarget | null }) => {
    // Between two elements of the area, nothing is left.
    if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button is for keyboards.
    <div class={`drop-area ${isOver ? 'is-over' : ''}`} onDragOver={drag} onDragLeave={leave} onDrop={drag}>
      {children}
    </div>
  );
}

interface FileButtonProps extends FilesProps {
  /** Types and endings of the files to choose from. */
  readonly accept: string;
  readonly isDisabled: boolean;
}

/** A button that lets the user choose files. */
export function FileButton({ onFiles, accept, isDisabled, children }: FileButtonProps) {
  const ref = useRef<HTMLInputElement>(null);
  const choose = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])];
    // The same file can be chosen again, changed.
    input.value = '';
    onFiles(files);
  };
  return (
    <>
      <Button isSmall aria-disabled={isDisabled} onClick={() => ref.current?.click()}>
        {children}
      </Button>
      <input ref={ref} type="file" multiple hidden accept={accept} onChange={(event) => choose(event.currentTarget)} />
    </>
  );
}

/** Saves a value as a JSON file, as a download of the browser. */
export function saveJson(name: string, value: unknown): void {
  savePieces(name, [JSON.stringify(value, null, 2)]);
}

/** Saves the pieces of a JSON text as a file. */
export function savePieces(name: string, pieces: readonly string[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([...pieces], { type: 'application/json' }));
  link.download = name;
  link.click();
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
