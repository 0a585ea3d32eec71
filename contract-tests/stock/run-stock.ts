import { PAGE_SIZES } from '../../src/judge/stock/whole-list.js';
import type { Draw } from '../draw.js';
import type { History } from '../history.js';
import {
  fillTemplate,
  isAlone,
  isPetWrite,
  kindInTurn,
  type Probe,
  type ProbeValues,
  type Restoring,
  WIDE_BODY,
  WIDE_QUANTITIES,
} from '../probes/probe.js';
import type { SuiteDependencies, SuiteOptions } from '../suite.js';
import { PetGuard } from './pet-guard.js';
import {
  drawValues,
  entryOf,
  type Listing,
  petCandidates,
  petOfKind,
  type StockEntry,
  unrestorableChanges,
  valuesOf,
} from './stock.js';

/** Until a list shows them, a run keeps requests to restore each: so it spreads rejections over so many pets. */
const MOST_SPREAD = 3;
/** The number of pets that are looked at to find one without a pending write. */
const MOST_ASKED = 50;

interface RunStockParts extends Pick<SuiteDependencies, 'restoreLog'> {
  readonly options: SuiteOptions;
  readonly draw: Draw;
  readonly history: History;
  readonly restoring: Restoring;
  readonly send: (probe: Probe, values: ProbeValues) => Promise<unknown>;
}

/** The stock as a run uses it: the pet that it writes to, the values that it sends, and what has to be restored. */
export class RunStock {
  values: ProbeValues;
  /** Undefined until a pet is chosen. */
  guard: PetGuard | undefined;
  readonly #parts: RunStockParts;
  /** The probe that was about a pet of some kind first, by method and pet. */
  readonly #ofKinds = new Map<string, string>();
  /** The pets of probes that are about another one. */
  readonly #others = new Map<string, string>();
  /** Those that got a wide quantity. */
  readonly #widened = new Set<string>();

  constructor(parts: RunStockParts) {
    this.#parts = parts;
    this.values = drawValues([], undefined, parts.draw);
  }

  /** Chooses the pet that the run writes to from the list; restores it first if an earlier run could not. */
  async choose(): Promise<void> {
    const { options, restoreLog, history } = this.#parts;
    const listing = history.latest ?? [];
    const candidates = petCandidates(listing, options.seed);
    const named = candidates.filter(({ petId }) => petId === options.petId);
    if (options.petId !== undefined && named.length === 0) {
      this.use(listing, undefined);
      const place = `is not among the ${listing.length} pets in the list, so none was written to`;
      return history.note(`pet ${options.petId} (--pet-id) ${place}`);
    }
    const eligible = (options.petId === undefined ? candidates : named).slice(0, MOST_ASKED);
    if (options.level === 'read') return this.use(listing, eligible[0]);
    for (const pet of eligible) {
      if ((await restoreLog.pending(options.baseUrl, pet.petId)) === undefined) return this.use(listing, pet);
    }
    const [pet] = eligible;
    const pending = pet && (await restoreLog.pending(options.baseUrl, pet.petId));
    if (pet === undefined || pending === undefined) return this.use(listing, undefined);
    this.use(listing, { petId: pet.petId, status: pet.status, quantity: pending.original });
    this.guard?.adopt(pending);
    this.guard?.see(listing);
    await this.guard?.settle();
  }

  /** Draws the values to send from a list. With a pet, the run may write to it from now on. */
  use(listing: Listing, pet: StockEntry | undefined): void {
    const { options, draw, ...guarding } = this.#parts;
    const { baseUrl, isExclusive } = options;
    const values = drawValues(listing, pet, draw);
    this.values = isExclusive ? { ...values, wide: WIDE_QUANTITIES[0] } : values;
    if (pet === undefined) return;
    this.guard = new PetGuard({ baseUrl, values: this.values, isExclusive, ...guarding });
    this.guard.see(listing);
  }

  /** Sends smaller quantities from now on. Returns false if they are ordinary ones already. */
  narrow(): boolean {
    const { wide, quantity } = this.values;
    if (wide === quantity) return false;
    const quantities: readonly string[] = WIDE_QUANTITIES;
    this.values = { ...this.values, wide: quantities[quantities.indexOf(wide) + 1] ?? quantity };
    return true;
  }

  get isOriginal(): boolean {
    const { petId, original } = this.values;
    return entryOf(this.#parts.history.latest ?? [], petId)?.quantity === original;
  }

  get written(): string | undefined {
    return this.guard?.hasWritten === true ? this.values.petId : undefined;
  }

  isMissingFor({ needs }: Probe, isRestoring: boolean): boolean {
    const { guard } = this;
    if (needs === 'full page') return !PAGE_SIZES.includes(this.#parts.history.latest?.length ?? 0);
    return needs === 'pet' && (guard === undefined || (guard.problem !== undefined && !isRestoring));
  }

  /** Returns how many requests restoring takes after probes that are sent together. */
  requestsToRestoreAfter(probes: readonly Probe[]): number {
    const written = probes.filter(isPetWrite).map((probe) => (this.valuesFor(probe) ?? this.values).petId);
    return this.guard?.requestsToRestore(written) ?? 0;
  }

  /** Returns whether another run, perhaps one that crashed, has changed a pet: what the list shows is not what to restore. */
  async isPendingElsewhere(probe: Probe, { petId }: ProbeValues): Promise<boolean> {
    const { restoreLog, options } = this.#parts;
    if (!isPetWrite(probe) || petId === this.values.petId || this.guard?.open.has(petId)) return false;
    return (await restoreLog.pending(options.baseUrl, petId)) !== undefined;
  }

  /** Describes what could not be restored, and how to restore it; undefined if everything was. */
  leftBehind(unsettled: string | undefined): string | undefined {
    const { history, options, restoreLog } = this.#parts;
    const { first, latest, secrets } = history;
    const why = this.guard?.problem ?? unsettled;
    const pets = [...(this.guard?.open.values() ?? [])].map(({ seen, values: { petId, original } }) => {
      const known = seen === undefined ? 'it could not be verified' : `its quantity is ${seen}`;
      const reason = secrets.redactMessage(why ?? known);
      return `pet ${petId} had quantity ${original} and may have another one now (${reason})`;
    });
    const remedy = `restore ${pets.length === 1 ? 'it' : 'them'} with: ${restoreLog.restoreCommand}`;
    const { petId, unlistedId } = this.values;
    const changes =
      first === undefined || latest === undefined || options.level === 'read'
        ? []
        : unrestorableChanges(first, latest, { petId, unlistedId, isExclusive: options.isExclusive });
    const parts = [
      ...(pets.length === 0 ? [] : [`${pets.join(', ')}; ${remedy}`]),
      ...changes.map((change) => secrets.redactMessage(change)),
    ];
    return parts.length === 0 ? undefined : parts.join('; ');
  }

  /** Returns undefined if there is no such pet, or the same was sent about it before. */
  valuesFor(probe: Probe): ProbeValues | undefined {
    const { values, guard } = this;
    const { first = [], latest = [] } = this.#parts.history;
    const { name, pet, another, path, method } = probe;
    const entry = another === undefined ? this.#ofKind(probe, latest) : this.#another(probe, another, latest);
    const isSame = pet === 'of the same quantity';
    const isOther = entry !== undefined && entry.petId !== values.petId;
    if (!isOther && (pet !== undefined || another !== undefined)) return undefined;
    const chosen = isOther
      ? valuesOf(beforeRun(entry, guard), first, values, this.#parts.options.isExclusive && !isSame)
      : values;
    const id = path.slice(path.lastIndexOf('/') + 1);
    const made = id.includes('{petId') && id !== '{petId}' ? fillTemplate(id, chosen) : undefined;
    // Another pet may have the id that was made of the pet's.
    if (made !== undefined && entryOf(latest, made) !== undefined) return undefined;
    const before = pet && this.#ofKinds.get(`${method} ${chosen.petId}`);
    return before === undefined || before === name ? this.#withSpare(probe, chosen, latest) : undefined;
  }

  sent({ name, pet, method }: Probe, { petId }: ProbeValues): void {
    if (pet !== undefined) this.#ofKinds.set(`${method} ${petId}`, name);
  }

  #ofKind({ pet, prefers }: Probe, latest: Listing): StockEntry | undefined {
    if (pet === 'of the same quantity') return entryOf(latest, this.values.donorId);
    if (pet !== undefined) return petOfKind(pet, latest);
    if (typeof prefers === 'number') return this.#spread(prefers, latest);
    return prefers && this.#parts.options.petId === undefined ? petOfKind(prefers, latest) : undefined;
  }

  /** Returns one of a few pets, in turn. An update that no list has shown yet is not mixed with one that is rejected. */
  #spread(turn: number, latest: Listing): StockEntry | undefined {
    // Where others may write, a pet that they change meanwhile could not be restored.
    if (!isAlone(this.#parts.options)) return undefined;
    const updated = [this.values.petId, ...this.#others.values()].filter((petId) => this.#isHidden(petId));
    const isFree = (pet: StockEntry | undefined) => pet !== undefined && !updated.includes(pet.petId);
    const open = [...(this.guard?.open.keys() ?? [])];
    const reused = open.length < MOST_SPREAD ? [] : open.map((petId) => entryOf(latest, petId)).filter(isFree);
    const pets = reused.length > 0 ? reused : petCandidates(latest, this.#parts.options.seed).filter(isFree);
    return pets[turn % Math.min(pets.length, MOST_SPREAD)];
  }

  #isHidden(petId: string): boolean {
    const open = this.guard?.open.get(petId);
    return open !== undefined && open.seen === undefined;
  }

  /** Returns another pet: for a wide quantity one that had no turn, for any other one that a list has shown since it was changed. */
  #another({ name, body }: Probe, another: number, latest: Listing): StockEntry | undefined {
    const own = this.#others.get(name);
    if (own !== undefined) return entryOf(latest, own);
    const { seed } = this.#parts.options;
    const isWide = body === WIDE_BODY;
    const isFree = ({ petId }: StockEntry) => !this.#isHidden(petId) && !(isWide && this.#widened.has(petId));
    const pet = [petOfKind(kindInTurn(MOST_SPREAD + another, seed), latest), ...petCandidates(latest, seed)].find(
      (each) => each !== undefined && each.petId !== this.values.petId && isFree(each),
    );
    if (pet !== undefined) this.#others.set(name, pet.petId);
    if (pet !== undefined && isWide) this.#widened.add(pet.petId);
    return pet;
  }

  /** An update that is rejected asks for a third quantity: neither what the pet has, nor the original, which may be back by itself. */
  #withSpare({ path, expects }: Probe, values: ProbeValues, latest: Listing): ProbeValues {
    const isThere = entryOf(latest, values.petId)?.quantity === values.quantity;
    return path.includes('{petId') && isThere && expects !== 200 ? { ...values, quantity: values.spare } : values;
  }
}

function beforeRun({ petId, quantity, status }: StockEntry, guard: PetGuard | undefined): StockEntry {
  return { petId, status, quantity: guard?.open.get(petId)?.values.original ?? quantity };
}
