import { type PageName, pages, pagesOf } from './route.js';

interface KeyLine {
  /** Pressed one after the other. */
  readonly keys: readonly string[];
  readonly does: string;
}

/** Returns all keys of the control room and what they do, in the order of their list. */
export function keyLines(isProxy: boolean): readonly KeyLine[] {
  return [
    { keys: ['/'], does: 'Go to the search field of the page' },
    { keys: ['?'], does: 'Show all keys' },
    { keys: ['Ctrl', 'K'], does: 'Find and run a command' },
    ...pagesOf(isProxy).map((page) => ({ keys: ['g', letterOf(page)], does: `Go to ${pages[page]}` })),
    { keys: ['↑', '↓'], does: 'Move in a table, as Page Up, Page Down, Home and End do' },
    { keys: ['Enter'], does: 'Open or edit the row' },
    { keys: ['Escape'], does: 'Close a request, a comparison or a dialog' },
    { keys: ['j'], does: 'Open the next older request' },
    { keys: ['k'], does: 'Open the next newer request' },
    { keys: ['c'], does: 'Choose the request to compare' },
  ];
}

/** Returns the letter that leads to a page, after `g`. */
export function letterOf(page: PageName): string {
  return page.charAt(0);
}

export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}

/** Returns whether a key is meant for the page: without a modifier, and not for a control or an open dialog. */
export function isForPage({ altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || isDialogOpen()) return false;
  return !(target instanceof Element && target.closest('input, select, textarea') !== null);
}
