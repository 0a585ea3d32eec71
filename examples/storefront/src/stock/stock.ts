import type { InventoryItem } from 'petstore-mock';
import type { Client } from '../api/client';
import { explain, mayBeDone, type Problem } from '../api/outcome';
import { createStore, type Readable } from '../store';
import type { Notices } from './notices';

interface StockState {
  readonly isLoading: boolean;
  /** The stock as the service told it last; undefined until it has. */
  readonly items: readonly InventoryItem[] | undefined;
  /** Why the stock could not be loaded. */
  readonly problem: Problem | undefined;
  /** Quantities that the user wants and the service has not confirmed yet, by pet. They are shown in place of the old ones. */
  readonly wanted: ReadonlyMap<number, number>;
  /** The change that was confirmed last. */
  readonly saved: InventoryItem | undefined;
}

export interface Stock {
  readonly state: Readable<StockState>;
  /** Reads the stock from the service; while that is under way, another call joins it. */
  load(): Promise<void>;
  /** Shows the quantity at once, and sends it when the user has paused. */
  setQuantity(petId: number, quantity: number): void;
}

/** Quick clicks become one request. */
const PAUSE_MS = 300;

/** The stock as the user sees it: what the service said, and over it what the user wants. */
export function createStock(client: Client, notices: Notices): Stock {
  const state = createStore<StockState>({
    isLoading: false,
    items: undefined,
    problem: undefined,
    wanted: new Map(),
    saved: undefined,
  });
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const sending = new Set<number>();
  let loading: Promise<void> | undefined;
  /** Returns that came while the list was under way; it may have been written before them. */
  let newerThanList = new Map<number, InventoryItem>();

  const update = (change: Partial<StockState>) => state.set({ ...state.get(), ...change });
  const told = (petId: number) => state.get().items?.find((item) => item.petId === petId)?.quantity;

  function want(petId: number, quantity: number | undefined): void {
    const wanted = new Map(state.get().wanted);
    if (quantity === undefined) wanted.delete(petId);
    else wanted.set(petId, quantity);
    update({ wanted });
  }

  async function load(): Promise<void> {
    newerThanList = new Map();
    update({ isLoading: true });
    const outcome = await client.listInventory();
    if (outcome.ok) {
      const items = outcome.data.map((item) => newerThanList.get(item.petId) ?? item);
      update({ isLoading: false, items, problem: undefined });
    } else {
      update({ isLoading: false, problem: outcome.problem });
    }
  }

  const joinedLoad = () => {
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  };

  /** One request for a pet at a time, so that none can overtake another. */
  async function send(petId: number): Promise<void> {
    const quantity = state.get().wanted.get(petId);
    if (quantity === undefined || sending.has(petId)) return;
    if (quantity === told(petId)) return want(petId, undefined);

    sending.add(petId);
    const outcome = await client.updateInventory(petId, { quantity });
    sending.delete(petId);
    if (!outcome.ok) return takeBack(petId, quantity, outcome.problem);
    keep(outcome.data);
    if (state.get().wanted.get(petId) === quantity) return want(petId, undefined);
    if (!timers.has(petId)) await send(petId);
  }

  function keep(saved: InventoryItem): void {
    newerThanList.set(saved.petId, saved);
    update({ saved, items: state.get().items?.map((item) => (item.petId === saved.petId ? saved : item)) });
    notices.dismiss(aboutPet(saved.petId));
  }

  async function takeBack(petId: number, quantity: number, problem: Problem): Promise<void> {
    clearTimeout(timers.get(petId));
    timers.delete(petId);
    want(petId, undefined);
    const about = aboutPet(petId);
    notices.tell(about, `${about} is back at ${told(petId)}. ${explain(problem)}`);
    if (!mayBeDone(problem)) return;
    // A list that is under way may have been written before the change.
    await loading;
    await joinedLoad();
    if (told(petId) !== quantity) return;
    notices.tell(about, `${about} is at ${quantity} after all: the change arrived, only its answer was lost.`);
  }

  return {
    state,
    load: joinedLoad,
    setQuantity(petId, quantity) {
      want(petId, quantity);
      clearTimeout(timers.get(petId));
      timers.set(
        petId,
        setTimeout(() => {
          timers.delete(petId);
          void send(petId);
        }, PAUSE_MS),
      );
    },
  };
}

function aboutPet(petId: number): string {
  return `Pet ${petId}`;
}
