import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from './controls.js';

interface MenuItem {
  readonly label: string;
  readonly onChoose: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
}

/** A menu of actions that cannot be undone. Arrow keys, Home, End and Escape work as in any menu. */
export function Menu({ label, items }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Before the next key comes, which is for the menu.
  useLayoutEffect(() => {
    if (isOpen) root.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const choose = ({ onChoose }: MenuItem) => {
    close();
    onChoose();
  };
  const closeFromOutside = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && root.current?.contains(relatedTarget))) setOpen(false);
  };
  const move = (event: KeyboardEvent) => {
    const entries = [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const at = entries.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape') close();
    else if (next === undefined) return;
    else entries.at(next % entries.length)?.focus();
    event.preventDefault();
  };

  return (
    // A click in the menu must not take its focus away.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its controls do.
    <div class="menu" ref={root} onFocusOut={closeFromOutside} onMouseDown={(event) => event.preventDefault()}>
      <Button
        ref={button}
        kind="quiet"
        isSmall
        isSquare
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        ⋯
      </Button>
      {isOpen && (
        <div class="menu-list" role="menu" aria-label={label} tabIndex={-1} onKeyDown={move}>
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              class="is-danger"
              onClick={() => choose(item)}
            >
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
