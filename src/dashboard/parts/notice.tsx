import type { ComponentChildren } from 'preact';
import type { Tone } from './tone.js';

interface NoticeProps {
  readonly tone?: Tone | undefined;
  readonly children: ComponentChildren;
}

/** Something to know, in the place where it matters. */
export function Notice({ tone = 'broken', children }: NoticeProps) {
  return (
    <div class={`notice is-${tone}`}>
      <span class="dot" />
      <div>{children}</div>
    </div>
  );
}

/** What went wrong, in the server's own words, which name a value that would work. Read out at once. */
export function ErrorNotice({ message }: { readonly message: string | undefined }) {
  return <div role="alert">{message !== undefined && <Notice tone="failed">{message}</Notice>}</div>;
}
