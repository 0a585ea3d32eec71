import { createStore, type Readable } from '../store';

interface Notice {
  /** What it is about; a newer notice about the same takes its place. */
  readonly about: string;
  readonly text: string;
}

/** What went wrong and is to be read by the user; a notice stays until it is dismissed or overtaken. */
export interface Notices {
  readonly list: Readable<readonly Notice[]>;
  tell(about: string, text: string): void;
  dismiss(about: string): void;
}

const SHOWN_AT_MOST = 3;

export function createNotices(): Notices {
  const list = createStore<readonly Notice[]>([]);
  const without = (about: string) => list.get().filter((notice) => notice.about !== about);
  return {
    list,
    tell: (about, text) => list.set([...without(about), { about, text }].slice(-SHOWN_AT_MOST)),
    dismiss: (about) => list.set(without(about)),
  };
}
