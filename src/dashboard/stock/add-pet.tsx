import { useState } from 'preact/hooks';
import type { StockEntry } from '../../admin/schemas/world.js';
import { schemas } from '../../spec/schemas.js';
import type { Live } from '../live/live.js';
import { findPet } from '../live/stock-order.js';
import { ErrorNotice } from '../parts/card.js';
import { Button, Field } from '../parts/controls.js';
import { Dialog } from '../parts/dialog.js';
import { useAction } from '../parts/use-action.js';
import { parseDraft, parsePetId, type StockDraft } from './stock-edit.js';

const blank = { petId: '', quantity: '1', status: 'available' } as const;

/** A button that asks for a new pet, and puts it into the store. */
export function AddPet({ live, onAdded }: { readonly live: Live; readonly onAdded: (petId: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState<StockDraft & { readonly petId: string }>(blank);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const { run, isRunning, error, forgetError } = useAction();

  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part });
    setProblem(undefined);
    forgetError();
  };
  const add = async (event: Event) => {
    event.preventDefault();
    const id = parsePetId(draft.petId);
    const stock = parseDraft(draft);
    if ('problem' in id) return setProblem(id.problem);
    if ('problem' in stock) return setProblem(stock.problem);
    if (findPet(live.stock.peek() ?? [], id.value) !== undefined) {
      return setProblem(`Pet ${id.value} is in the store already: change it in the table, or choose another id.`);
    }
    if (!(await run(() => live.client.inventory.set({ petId: id.value, ...stock.value }), `Added pet ${id.value}.`)))
      return;
    setOpen(false);
    setDraft(blank);
    onAdded(id.value);
  };

  return (
    <>
      <Button kind="main" onClick={() => setOpen(true)}>
        Add a pet
      </Button>
      <Dialog title="Add a pet" isOpen={isOpen} onClose={() => setOpen(false)}>
        <form class="stack" onSubmit={add} noValidate>
          <Field label="Id" hint="Any integer of 64 bits; it stays exact beyond 2⁵³.">
            <input
              class="input mono"
              inputMode="numeric"
              autoComplete="off"
              value={draft.petId}
              onInput={({ currentTarget }) => change({ petId: currentTarget.value })}
            />
          </Field>
          <div class="add-pet-stock">
            <Field label="Quantity">
              <input
                class="input"
                inputMode="numeric"
                autoComplete="off"
                value={draft.quantity}
                onInput={({ currentTarget }) => change({ quantity: currentTarget.value })}
              />
            </Field>
            <Field label="Status">
              <select
                class="select"
                value={draft.status}
                onChange={({ currentTarget }) => change({ status: currentTarget.value as StockEntry['status'] })}
              >
                {schemas.PetStatus.enum.map((status) => (
                  <option key={status}>{status}</option>
                ))}
              </select>
            </Field>
          </div>
          <ErrorNotice message={problem ?? error} />
          <div class="dialog-actions">
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button kind="main" type="submit" aria-disabled={isRunning}>
              {isRunning ? 'Adding…' : 'Add'}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
