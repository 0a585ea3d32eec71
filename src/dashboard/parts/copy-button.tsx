import { useAnnounce } from './announcer.js';
import { Button } from './button.js';
import { copyText } from './copy-text.js';

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, such as `the command`. */
  readonly what: string;
  /** Whether it stands beside what is more important. */
  readonly isQuiet?: boolean | undefined;
}

/** Puts a text on the clipboard, and says so. */
export function CopyButton({ text, what, isQuiet }: CopyButtonProps) {
  const announce = useAnnounce();
  const copy = async () => {
    announce(
      (await copyText(text)) ? `Copied ${what}.` : `The browser lets nothing be copied: select ${what} by hand.`,
    );
  };
  return (
    <Button isSmall kind={isQuiet ? 'quiet' : 'plain'} aria-label={`Copy ${what}`} onClick={copy}>
      Copy
    </Button>
  );
}

/** A text as it is, with a button that copies it. */
export function CopyCode({ text, what }: CopyButtonProps) {
  return (
    <div class="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0}>{text}</pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}
