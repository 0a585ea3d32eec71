import {
  fillTemplate,
  isAlone,
  kindInTurn,
  type PetKind,
  type Probe,
  type ProbeValues,
  WIDE_BODY,
} from '../probes/probe.js';
import type { SuiteOptions } from '../suite.js';
import type { PetGuard } from './pet-guard.js';
import { entryOf, type Listing, petCandidates, petOfKind, type StockEntry, valuesOf } from './stock.js';

/** Until a list shows them, a run keeps requests to restore each: so it spreads rejections over so many pets. */
const MOST_SPREAD = 3;

/** What a run knows of the stock. */
export interface KnownStock {
  readonly first: Listing | undefined;
  readonly latest: Listing | undefined;
}

/** Chooses the pet that a probe is about, and with it the values that it sends. */
export class PetChoice {
  /** Of the pet that the run writes to. */
  values: ProbeValues;
  readonly #options: Pick<SuiteOptions, 'seed' | 'isExclusive' | 'petId'>;
  /** The probe that was about a pet of some kind first, by method and pet. */
  readonly #ofKinds = new Map<string, string>();
  /** The pets of probes that are about another one. */
  readonly #others = new Map<string, string>();

  constructor(values: ProbeValues, options: Pick<SuiteOptions, 'seed' | 'isExclusive' | 'petId'>) {
    this.values = values;
    this.#options = options;
  }

  /** Returns undefined if there is no such pet, or the same was sent about it before. */
  valuesFor(probe: Probe, stock: KnownStock, guard: PetGuard | undefined): ProbeValues | undefined {
    const { values } = this;
    const { first = [], latest = [] } = stock;
    const { name, pet, another, path, method } = probe;
    const entry = another === undefined ? this.#ofKind(probe, latest) : this.#another(probe, another, latest, guard);
    const isOther = entry !== undefined && entry.petId !== values.petId;
    if (!isOther && (pet !== undefined || another !== undefined)) return undefined;
    const chosen = isOther ? valuesOf(beforeRun(entry, guard), first, values, this.#options.isExclusive) : values;
    const id = path.slice(path.lastIndexOf('/') + 1);
    const made = id.includes('{petId') && id !== '{petId}' ? fillTemplate(id, chosen) : undefined;
    // Another pet may have the id that was made of the pet's.
    if (made !== undefined && entryOf(latest, made) !== undefined) return undefined;
    const before = pet && this.#ofKinds.get(`${method} ${chosen.petId}`);
    return before === undefined || before === name ? this.#withSpare(probe, chosen, latest) : undefined;
  }

  /** Notes that a probe was sent about its pet. */
  sent({ name, pet, method }: Probe, { petId }: ProbeValues): void {
    if (pet !== undefined) this.#ofKinds.set(`${method} ${petId}`, name);
  }

  #ofKind({ pet, prefers }: Probe, latest: Listing): StockEntry | undefined {
    const kind = pet ?? this.#preferredKind(prefers);
    return kind && petOfKind(kind, latest);
  }

  #preferredKind(prefers: Probe['prefers']): PetKind | undefined {
    const { petId, seed } = this.#options;
    if (typeof prefers !== 'number') return petId === undefined ? prefers : undefined;
    // Where others may write, a pet that they change meanwhile could not be restored.
    return isAlone(this.#options) ? kindInTurn(prefers % MOST_SPREAD, seed) : undefined;
  }

  /** Returns another pet: for a wide quantity one that had no turn, for any other one that a list has shown since it was changed. */
  #another(
    { name, body }: Probe,
    another: number,
    latest: Listing,
    guard: PetGuard | undefined,
  ): StockEntry | undefined {
    const own = this.#others.get(name);
    if (own !== undefined) return entryOf(latest, own);
    const { seed } = this.#options;
    const taken = new Set(this.#others.values());
    const isFree = ({ petId }: StockEntry) =>
      body === WIDE_BODY ? !taken.has(petId) : guard?.isHidden(petId) !== true;
    const pet = [petOfKind(kindInTurn(another, seed), latest), ...petCandidates(latest, seed)].find(
      (each) => each !== undefined && each.petId !== this.values.petId && isFree(each),
    );
    if (pet !== undefined) this.#others.set(name, pet.petId);
    return pet;
  }

  /**
   * An update of a pet that is rejected asks for a quantity that the pet does not have, so that a list would show it; and not for the
   * original one, which is back if an earlier update does not last.
   */
  #withSpare({ path, expects }: Probe, values: ProbeValues, latest: Listing): ProbeValues {
    const isThere = entryOf(latest, values.petId)?.quantity === values.quantity;
    return path.includes('{petId') && isThere && expects !== 200 ? { ...values, quantity: values.spare } : values;
  }
}

/** Returns a pet as it was before this run wrote to it. */
function beforeRun({ petId, quantity, status }: StockEntry, guard: PetGuard | undefined): StockEntry {
  return { petId, status, quantity: guard?.quantityBeforeRun(petId) ?? quantity };
}
