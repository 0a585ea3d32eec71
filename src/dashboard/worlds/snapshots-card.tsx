import { useState } from 'preact/hooks';
import type { SnapshotState } from '../../admin/schemas/world.js';
import { documentLines } from '../../json/document-lines.js';
import { dayOf, timeOfDay } from '../../json/times.js';
import { useRoom } from '../live/live.js';
import { Card, ErrorNotice } from '../parts/card.js';
import { Button, TextField } from '../parts/controls.js';
import { FileButton, saveFile } from '../parts/copy-and-save.js';
import { ConfirmButton } from '../parts/dialog.js';
import { type Run, useAction } from '../parts/use-action.js';

/** The snapshots of a world, a form that takes one, and files that are uploaded as one. */
export function SnapshotsCard() {
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
    <Card title="Snapshots" aside={<span class="small faint">of {live.world}</span>} isFlush>
      <form class="snapshot-form" onSubmit={take}>
        <TextField label="Name of a snapshot" isLabelHidden placeholder={suggested} value={name} onValue={setName} />
        <Button kind="main" type="submit" disabled={isRunning}>
          {names.includes(name.trim()) ? 'Replace' : 'Take'}
        </Button>
        <ErrorNotice message={error} />
      </form>
      <div class="snapshot-files">
        <FileButton accept=".json,application/json" isDisabled={isRunning} onFile={upload}>
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
