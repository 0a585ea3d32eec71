import { useId, useState } from 'preact/hooks';
import { useRoom } from '../live/live.js';
import { MintForm } from '../overview/key-dialogs.js';
import { EmptyState, ErrorNotice } from '../parts/card.js';
import { useDialogs } from '../parts/dialog.js';
import { ResetForm } from '../parts/reset-button.js';
import { timeOfDay } from '../parts/shown-time.js';
import { useAction, useUndo } from '../parts/use-action.js';
import { useLoaded } from '../parts/use-loaded.js';
import { pages, pagesOf } from './route.js';

interface Command {
  /** Distinguishes commands of one name. */
  readonly id?: string;
  readonly name: string;
  readonly start: () => unknown;
}

/** A field that finds a command by some of its words, and the commands. */
export function Palette() {
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { commands, error } = useCommands();
  const words = text.toLowerCase().split(/\s+/);
  const found = commands.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  const optionId = (at: number) => `${id}-${at}`;
  const show = (at: number) => {
    setActive(at);
    document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.key === 'Enter') found[active]?.start();
    else if (step === undefined) return;
    else if (found.length > 0) show((active + step + found.length) % found.length);
    event.preventDefault();
  };
  return (
    <>
      <input
        class="input"
        type="text"
        role="combobox"
        aria-label="Command"
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? optionId(active) : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder="Such as advance 1h"
        value={text}
        onInput={({ currentTarget: { value } }) => {
          setText(value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ErrorNotice message={error} />
      {/* The field keeps the focus, and has the keys. */}
      <div id={id} class="palette" role="listbox" aria-label="Commands" tabIndex={-1}>
        {found.map(({ name, id = name, start }, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
          <div key={id} id={optionId(at)} role="option" tabIndex={-1} aria-selected={at === active} onClick={start}>
            {name}
          </div>
        ))}
      </div>
      {found.length === 0 && <EmptyState title="No such command" />}
    </>
  );
}

/** The commands of the world, or of a proxy: only its pages. */
function useCommands() {
  const { client, isProxy, clock, changes, keepsRequests } = useRoom().live;
  const undo = useUndo();
  const { open, close } = useDialogs();
  const { run, error } = useAction();
  const scenarios = useLoaded(async () => (isProxy.value ? [] : (await client.scenarios.list()).items), [client]);
  const call = (name: string, send: () => Promise<unknown>, done: string, options = {}): Command => ({
    name,
    start: async () => (await run(send, done, options)) && close(),
  });
  const visits = pagesOf(isProxy.value).map(
    (page): Command => ({
      name: `Go to ${pages[page]}`,
      start: () => {
        close();
        location.hash = `#/${page}`;
      },
    }),
  );
  if (isProxy.value) return { commands: visits, error };
  const isFrozen = clock.value?.scale === 0;
  const undos = (changes.value?.items ?? []).map(
    (change, at): Command => ({
      id: `undo-${change.id}`,
      name: `Undo: ${change.summary}${at === 0 ? '' : ` (at ${timeOfDay(Date.parse(change.at))})`}`,
      start: () => {
        close();
        void undo(change);
      },
    }),
  );
  const commands: readonly Command[] = [
    ...visits,
    ...undos.slice(0, 1),
    isFrozen
      ? call('Run the clock', () => client.clock.run({ scale: 1 }), 'The clock runs at 1×.')
      : call('Freeze the clock', () => client.clock.freeze(), 'The clock is frozen.'),
    ...['1m', '1h'].map((by) =>
      call(`Advance the clock by ${by}`, () => client.clock.advance({ by }), `The clock moved ${by} forward.`),
    ),
    { name: 'Create a key', start: () => open('Create a key', <MintForm />) },
    keepsRequests.value
      ? call('Reset the world', () => client.reset(), `The world ${client.worldId} was reset.`, { mayBeUndone: true })
      : { name: 'Reset the world', start: () => open(`Reset the world ${client.worldId}?`, <ResetForm />) },
    ...(scenarios.value ?? []).map(({ name, description }) =>
      call(`Run the scenario ${name}`, () => client.scenarios.play({ name }), `Ran: ${description}.`, {
        mayBeUndone: true,
      }),
    ),
    ...undos.slice(1),
  ];
  return { commands, error: error ?? scenarios.problem };
}
