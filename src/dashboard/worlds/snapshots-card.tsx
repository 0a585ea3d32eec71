import { useState } from 'preact/hooks';
import type { SnapshotState } from '../../admin/schemas/world.js';
import { dayOf, timeOfDay } from '../../spec/times.js';
import { useRoom } from '../live/live.js';
import { Card, ErrorNotice } from '../parts/card.js';
import { Button, TextField } from '../parts/controls.js';
import { ConfirmButton } from '../parts/dialog.js';
import { type Run, useAction } from '../parts/use-action.js';

/** The snapshots of a world, and a form that takes one. */
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
  return (
    <Card title="Snapshots" aside={<span class="small faint">of {live.world}</span>} isFlush>
      <form class="snapshot-form" onSubmit={take}>
        <TextField label="Name of a snapshot" isLabelHidden placeholder={suggested} value={name} onValue={setName} />
        <Button kind="main" type="submit" disabled={isRunning}>
          {names.includes(name.trim()) ? 'Replace' : 'Take'}
        </Button>
        <ErrorNotice message={error} />
      </form>
      {snapshots.length === 0 && (
        <p class="snapshot-words small soft">
          There are no snapshots yet. A snapshot contains the whole world: stock, keys, quotas, clock, faults, behaviour
          and journal. Take one before a demo, and restore it afterwards.
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
        <ConfirmButton isSmall label="Restore" object={name} question={`Restore ${name}?`} onConfirm={restore}>
          The world {live.world} returns to that state. Everything since then is lost, unless another snapshot has it.
        </ConfirmButton>
        <ConfirmButton
          isSmall
          label="Delete"
          object={name}
          question={`Delete the snapshot ${name}?`}
          onConfirm={remove}
        >
          The world does not change; that state can no longer be restored.
        </ConfirmButton>
      </div>
    </li>
  );
}

/** Returns a name that no snapshot has: `before`, else `before-2` and so on. */
export function freeName(taken: readonly string[]): string {
  let name = 'before';
  for (let count = 2; taken.includes(name); count++) name = `before-${count}`;
  return name;
}
