import { readJson } from '../../src/exchange/recorded-json.js';
import { integerOf } from '../../src/json/exact-number.js';
import { InputError } from '../../src/json/input-error.js';
import { fillTemplate, type Probe, type ProbeValues, type Restoring } from '../probes/probe.js';
import type { PendingWrite } from '../restore/restore-log.js';
import type { SuiteDependencies, SuiteOptions } from '../suite.js';
import { entryOf, type Listing } from './stock.js';

interface PetGuardOptions extends Pick<SuiteOptions, 'baseUrl' | 'isExclusive'>, Pick<SuiteDependencies, 'restoreLog'> {
  /** Of the pet that the run writes to; other pets have an id and an original quantity of their own. */
  readonly values: ProbeValues;
  readonly restoring: Restoring;
  readonly send: (probe: Probe, values: ProbeValues) => Promise<unknown>;
}

/** A pet with a pending write. */
interface OpenPet {
  readonly values: ProbeValues;
  readonly possible: Set<string>;
  /** Its quantity in a list since the last write. */
  seen: string | undefined;
}

/** Ensures that the pets that a run writes to are restored in the end, or that the user learns why not. */
export class PetGuard {
  /** Whether the pet that the run writes to was written to. */
  hasWritten = false;
  /** Why a pet could not be restored. */
  problem: string | undefined;
  readonly #options: PetGuardOptions;
  /** Written to, and not seen restored since. */
  readonly #open = new Map<string, OpenPet>();
  /** Restored, but the list that follows came from a cache: another one may show it. */
  #isUnseen = false;

  constructor(options: PetGuardOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  isOpenFor(petId: string): boolean {
    return this.#open.has(petId);
  }

  /** Returns whether no list has shown a pet since it was written to. */
  isHidden(petId: string): boolean {
    const pet = this.#open.get(petId);
    return pet !== undefined && pet.seen === undefined;
  }

  /** Returns the quantity that a pet had before the run wrote to it; undefined if it did not, or the pet is restored. */
  quantityBeforeRun(petId: string): string | undefined {
    return this.#open.get(petId)?.values.original;
  }

  /** The values of the pets with a pending write, and what a list showed after it. */
  get open(): readonly Pick<OpenPet, 'values' | 'seen'>[] {
    return [...this.#open.values()];
  }

  /** The number of requests that restoring takes if another pet is written to, too. */
  requestsToRestore(petId: string | undefined): number {
    const changed = [...this.#open].filter(([, { seen, values }]) => seen !== values.original);
    const pets = new Set(changed.map(([id]) => id));
    if (petId !== undefined) pets.add(petId);
    // Whatever else is restored, the run's pet is, too.
    if (pets.size > 0) pets.add(this.#options.values.petId);
    const looks = (this.#isUnseen ? 1 : 0) + (this.#options.isExclusive ? 0 : 1);
    return pets.size === 0 ? 0 : pets.size + looks + 1;
  }

  /** Writes the restore log. */
  async beforeWrite(body: string, values: ProbeValues): Promise<void> {
    const { baseUrl, restoreLog } = this.#options;
    const { petId, original } = values;
    const possible = quantitiesIn(body, this.#open.get(petId)?.seen ?? original);
    this.hasWritten ||= petId === this.#options.values.petId;
    await restoreLog.open({ baseUrl, petId, original, possible });
    this.#opened(values, possible).seen = undefined;
  }

  /** Takes over a write that an earlier run left pending. */
  adopt({ possible }: PendingWrite): void {
    this.#opened(this.#options.values, possible);
  }

  see(listing: Listing): void {
    for (const [petId, pet] of this.#open) pet.seen = entryOf(listing, petId)?.quantity;
  }

  /** Restores the quantity of the run's pet, and of others unless they were seen restored, and verifies them. */
  async restore(): Promise<void> {
    const { values } = this.#options;
    if (this.problem === undefined && !this.#open.has(values.petId)) this.#opened(values, []);
    await this.#restoreOpen();
  }

  async #restoreOpen(): Promise<void> {
    if (this.problem !== undefined) return;
    const { send, values, isExclusive, restoring } = this.#options;
    const [restore, check] = restoring;
    // Another client may have set a value since.
    const isHidden = [...this.#open.values()].some(({ possible, seen }) => possible.size > 0 && seen === undefined);
    if (isHidden && !isExclusive) await send(check, values);
    const changed = [...this.#open.values()].filter((pet) => pet.values === values || pet.seen !== pet.values.original);
    this.problem = changed.map((pet) => this.#describeForeign(pet)).find((each) => each !== undefined);
    if (this.problem !== undefined) return;
    const due: OpenPet[] = [];
    for (const pet of changed) if (await this.#noteRestoring(pet)) due.push(pet);
    for (const pet of this.#open.values()) pet.seen = undefined;
    try {
      for (const pet of due) await send(restore, pet.values);
      await send(check, values);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      throw error;
    }
    this.#isUnseen = due.some(({ seen }) => seen === undefined);
    // If it failed, another attempt may succeed.
    await this.#closeRestored();
  }

  /** Returns false for a pet that nothing was sent to, if that cannot be noted now. */
  async #noteRestoring(pet: OpenPet): Promise<boolean> {
    const isNoted = pet.possible.size > 0;
    try {
      await this.beforeWrite(fillTemplate(this.#options.restoring[0].body ?? '', pet.values), pet.values);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      // The entry of the first write is enough: a disk that is full by now must not leave the pet changed.
      if (!isNoted) this.#open.delete(pet.values.petId);
      return isNoted;
    }
    return true;
  }

  /** Restores the pets with a pending write, unless they were already seen restored. */
  async settle(): Promise<void> {
    await this.#closeRestored();
    if (this.#isUnseen && this.isOpen) {
      this.#isUnseen = false;
      await this.#options.send(this.#options.restoring[1], this.#options.values);
      await this.#closeRestored();
    }
    if (this.isOpen) await this.#restoreOpen();
  }

  async #closeRestored(): Promise<void> {
    const { baseUrl, restoreLog } = this.#options;
    for (const [petId, { seen, values }] of this.#open) {
      if (seen !== values.original) continue;
      await restoreLog.close(baseUrl, petId);
      this.#open.delete(petId);
    }
  }

  #opened(values: ProbeValues, possible: readonly string[]): OpenPet {
    const { petId } = values;
    const pet = this.#open.get(petId) ?? { values, possible: new Set(), seen: undefined };
    for (const result of possible) pet.possible.add(result);
    this.#open.set(petId, pet);
    return pet;
  }

  #describeForeign({ seen, values, possible }: OpenPet): string | undefined {
    const isForeign =
      !this.#options.isExclusive && seen !== undefined && seen !== values.original && !possible.has(seen);
    return isForeign ? `its quantity is ${seen}, which this run cannot have caused` : undefined;
  }
}

/**
 * Returns the quantities that a service may make of a body: each number, cut off or rounded unless it is an integer, doubled, or added
 * to the quantity that was there; 0 for none.
 */
function quantitiesIn(body: string, before: string): string[] {
  const numbers = body.match(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g) ?? [];
  const readings = numbers.flatMap((number) => {
    const exact = integerOf(readJson(number));
    if (exact !== undefined) return [exact];
    const double = Number(number);
    return Number.isFinite(double) ? [BigInt(Math.trunc(double)), BigInt(Math.round(double))] : [];
  });
  const was = BigInt(before);
  const made = readings.flatMap((quantity) => [quantity, 2n * quantity, was + quantity, 2n * quantity - was]);
  return [...new Set([0n, ...made].map(String))];
}
