import { useLayoutEffect } from 'preact/hooks';
import { useRoom } from '../live/live.js';
import { useDialogs } from '../parts/dialog.js';
import { isDialogOpen, isForPage, keyLines, letterOf } from './keys.js';
import { Palette } from './palette.js';
import { pagesOf } from './route.js';

/** How long a letter after `g` leads to a page. */
const GO_MS = 5_000;

/** The keys that work on every page. */
export function Keyboard() {
  const isProxy = useRoom().live.isProxy.value;
  const { open } = useDialogs();
  useLayoutEffect(() => {
    let goAt = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      if (isCommandKey(event)) {
        // A browser would leave the page for its search.
        event.preventDefault();
        if (!isDialogOpen()) open('Commands', <Palette />);
      }
      if (!isForPage(event)) return;
      const isGoing = event.timeStamp - goAt < GO_MS;
      goAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const page = isGoing ? pagesOf(isProxy).find((page) => letterOf(page) === event.key) : undefined;
      if (page !== undefined) location.hash = `#/${page}`;
      else if (event.key === '?') open('Keys', <KeyList isProxy={isProxy} />);
      else if (event.key !== '/' || !focusSearch()) return;
      // The letter may have a meaning of its own on the page, and a slash would be typed into the field.
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isProxy, open]);
  return null;
}

/** Ctrl-K, or Cmd-K of a Mac. */
function isCommandKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;
}

/** Returns whether the page has a search field. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  field?.focus();
  field?.select();
  return field !== null;
}

function KeyList({ isProxy }: { readonly isProxy: boolean }) {
  return (
    <dl class="key-list">
      {keyLines(isProxy).map(({ keys, does }) => (
        <div key={does}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
