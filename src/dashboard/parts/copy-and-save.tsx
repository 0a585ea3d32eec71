import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from './controls.js';
import { useAnnounce } from './use-action.js';

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, such as `the command`. */
  readonly what: string;
  readonly isQuiet?: boolean | undefined;
}

/** Copies a text to the clipboard and confirms it on the button, because an open dialog covers everything else. */
export function CopyButton({ text, what, isQuiet }: CopyButtonProps) {
  const announce = useAnnounce();
  const [copied, setCopied] = useState<string>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
      announce(`Copied ${what}.`);
    } catch {
      // On plain http, browsers allow it on localhost only.
      announce(`The browser does not allow copying. Select ${what} by hand.`);
    }
  };
  const word = copied === text ? 'Copied' : 'Copy';
  return (
    <Button isSmall kind={isQuiet ? 'quiet' : 'plain'} aria-label={`${word} ${what}`} onClick={copy}>
      {word}
    </Button>
  );
}

export function CopyCode({ text, what }: CopyButtonProps) {
  return (
    <div class="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0}>{text}</pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}

interface FileButtonProps {
  readonly onFile: (file: File) => void;
  readonly isDisabled: boolean;
  readonly children: ComponentChildren;
}

/** Lets the user choose a JSON file. */
export function FileButton({ onFile, isDisabled, children }: FileButtonProps) {
  const choose = (input: HTMLInputElement) => {
    const file = input.files?.[0];
    // The same file can be chosen again, changed.
    input.value = '';
    if (file !== undefined) onFile(file);
  };
  return (
    <label class="button button-small">
      {children}
      <input
        class="sr-only"
        type="file"
        accept=".json,application/json"
        disabled={isDisabled}
        onChange={(event) => choose(event.currentTarget)}
      />
    </label>
  );
}

/** Saves a JSON text as a file, as a download of the browser. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
