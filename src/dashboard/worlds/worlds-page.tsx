import { useState } from 'preact/hooks';
import type { SnapshotState, WorldEntry } from '../../admin/schemas/world.js';
import { documentLines } from '../../json/document-lines.js';
import { dayOf, formatDuration, timeOfDay } from '../../json/times.js';
import { useRoom } from '../live/live.js';
import { OpenWorldForm } from '../overview/key-card.js';
import { Button, TextField } from '../parts/controls.js';
import { FileButton, saveFile } from '../parts/copy-and-save.js';
import { ConfirmButton, useDialogs } from '../parts/dialog.js';
import { Badge, Card, ErrorNotice, formatCount } from '../parts/display.js';
import { type Run, useAction, useLoaded, useNow } from '../parts/use-action.js';

export function WorldsPage() {
  const { live } = useRoom();
  const { open } = useDialogs();
  const event = live.worlds.value;
  // Events report new and dropped worlds, but not their age or use by admin calls.
  const loaded = useLoaded(() => live.client.worlds.list(), [live, event, useNow()]).value ?? event;
  if (loaded === undefined) return <p class="soft">Loading the worlds…</p>;
  const { items: worlds, total, limit } = loaded;
  return (
    <div class="worlds-page">
      <div class="stack">
        <Card
          title="Worlds"
          note={`${formatCount(total - 1)} of ${formatCount(limit)} isolated`}
          aside={
            <Button kind="main" isSmall disabled={limit === 0} onClick={() => open('Open a world', <OpenWorldForm />)}>
              Open a world
            </Button>
          }
          isFlush
        >
          <WorldsTable worlds={worlds} />
          {worlds.length < total && (
            <p class="worlds-words small soft">
              These are the first {worlds.length} of {formatCount(total)}. The admin API lists all.
            </p>
          )}
        </Card>
      </div>
      <SnapshotsCard />
    </div>
  );
}

function WorldsTable({ worlds }: { readonly worlds: readonly WorldEntry[] }) {
  const { run, error } = useAction();
  return (
    <>
      <ErrorNotice message={error} />
      <table class="table worlds-table">
        <thead>
          <tr>
            <th>World</th>
            {Object.keys(columns).map((name) => (
              <th key={name} class="is-number">
                {name}
              </th>
            ))}
            <th>
              <span class="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {worlds.map((world) => (
            <WorldLine key={world.id} world={world} run={run} />
          ))}
        </tbody>
      </table>
    </>
  );
}

const columns: Readonly<Record<string, (world: WorldEntry) => string>> = {
  Keys: ({ keys }) => orElsewhere(keys, formatCount),
  Pets: ({ pets }) => orElsewhere(pets, formatCount),
  Requests: ({ requests }) => orElsewhere(requests, formatCount),
  Age: ({ ageSeconds }) => formatDuration(Math.floor(ageSeconds) * 1_000),
  Idle: ({ idleSeconds }) => orElsewhere(idleSeconds, (seconds) => formatDuration(Math.floor(seconds) * 1_000)),
  Dropped: dropsIn,
};

/** Only the servers of a shared store that serve a world know everything about it. */
function orElsewhere(fact: number | null, format: (fact: number) => string): string {
  return fact === null ? '–' : format(fact);
}

function WorldLine({ world, run }: { readonly world: WorldEntry; readonly run: Run }) {
  const { live, showWorld } = useRoom();
  const { id, isShared } = world;
  const isShown = id === live.world;
  const drop = () => run(() => live.client.worlds.delete({ id }), `The world ${id} was dropped.`);
  return (
    <tr>
      <th scope="row">
        <span class="mono">{id}</span> {isShown && <Badge tone="accent">shown</Badge>}
      </th>
      {Object.entries(columns).map(([name, format]) => (
        <td key={name} class="is-number" data-name={name}>
          {format(world)}
        </td>
      ))}
      <td class="worlds-actions">
        {!isShown && (
          <Button isSmall aria-label={`Open the world ${id}`} onClick={() => showWorld(id)}>
            Open
          </Button>
        )}
        {!isShared && (
          <ConfirmButton
            isSmall
            label="Drop"
            object={`the world ${id}`}
            question={`Drop the world ${id}?`}
            onConfirm={drop}
          >
            Requests with its keys get 401 from then on. This cannot be undone.
          </ConfirmButton>
        )}
      </td>
    </tr>
  );
}

/** Returns when a world is dropped if nobody uses it, such as `in 59m 12s`. */
export function dropsIn({ idleSeconds, droppedAfterSeconds }: WorldEntry): string {
  if (droppedAfterSeconds === null) return 'never';
  if (idleSeconds === null) return '–';
  const leftMs = (droppedAfterSeconds - idleSeconds) * 1_000;
  return leftMs <= 0 ? 'any moment' : `in ${formatDuration(leftMs)}`;
}

function SnapshotsCard() {
  const { live } = useRoom();
  const { run, error, isRunning } = useAction();
  const { snapshots: client } = live.client;
  const snapshots = live.snapshots.value?.items ?? [];
  const names = snapshots.map((snapshot) => snapshot.name);
  const [name, setName] = useState('');
  const suggested = freeName(names);
  const take = async (event: Event) => {
    event.preventDefault();
    const wanted = name.trim() || suggested;
    if (await run(() => client.take({ name: wanted }), `The snapshot ${wanted} was taken.`)) setName('');
  };
  const upload = (file: File) => {
    const free = freeName(names, nameOfFile(file.name));
    const put = async () => client.put({ name: free, state: await file.text() });
    return run(put, `${file.name} was uploaded as the snapshot ${free}.`);
  };
  return (
    <Card title="Snapshots" note={`of ${live.world}`} isFlush>
      <form class="snapshot-form" onSubmit={take}>
        <TextField label="Name of a snapshot" isLabelHidden placeholder={suggested} value={name} onValue={setName} />
        <Button kind="main" type="submit" disabled={isRunning}>
          {names.includes(name.trim()) ? 'Replace' : 'Take'}
        </Button>
        <ErrorNotice message={error} />
      </form>
      <div class="snapshot-files">
        <FileButton isDisabled={isRunning} onFile={upload}>
          Upload a file
        </FileButton>
      </div>
      {snapshots.length === 0 && (
        <p class="snapshot-words small soft">
          There are no snapshots yet. A snapshot contains the whole world: stock, keys, quotas, clock, faults and
          behaviour.
        </p>
      )}
      <ul>
        {snapshots.map((snapshot) => (
          <SnapshotLine key={snapshot.name} snapshot={snapshot} run={run} />
        ))}
      </ul>
    </Card>
  );
}

function SnapshotLine({ snapshot: { name, takenAt }, run }: { readonly snapshot: SnapshotState; readonly run: Run }) {
  const { live } = useRoom();
  const { snapshots } = live.client;
  const file = `${name}.petstore-state.json`;
  const save = async () => saveFile(file, documentLines(await snapshots.get({ name })));
  const restore = () => run(() => snapshots.restore({ name }), `The world was restored from ${name}.`);
  const remove = () => run(() => snapshots.delete({ name }), `The snapshot ${name} was deleted.`);
  return (
    <li class="snapshot">
      <div class="snapshot-name">
        <h3 class="mono">{name}</h3>
        <p class="small faint">
          <time dateTime={takenAt}>
            {dayOf(takenAt)} {timeOfDay(takenAt)}
          </time>
        </p>
      </div>
      <div class="row">
        <Button isSmall aria-label={`Download ${name}`} onClick={() => run(save, `Downloaded ${file}.`)}>
          Download
        </Button>
        <ConfirmButton isSmall label="Restore" object={name} question={`Restore ${name}?`} onConfirm={restore}>
          The world {live.world} returns to that state. This cannot be undone: take a snapshot of the present state
          first.
        </ConfirmButton>
        <ConfirmButton
          isSmall
          label="Delete"
          object={name}
          question={`Delete the snapshot ${name}?`}
          onConfirm={remove}
        >
          The world does not change. This cannot be undone.
        </ConfirmButton>
      </div>
    </li>
  );
}

/** Returns a name that no snapshot has: `before`, or another one, else `before-2` and so on. */
export function freeName(taken: readonly string[], wanted = 'before'): string {
  let name = wanted;
  for (let count = 2; taken.includes(name); count++) name = `${wanted.slice(0, 60)}-${count}`;
  return name;
}

/** Returns the name of a snapshot for a file: `bug-42` for `bug-42.petstore-state.json`. */
export function nameOfFile(file: string): string {
  const stem = file.replace(/(?:\.petstore-state)?(?: ?\(\d+\))?\.json$/i, '');
  const name = stem
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+|-+$/g, '')
    .slice(0, 64);
  return name === '' ? 'uploaded' : name;
}
