import { readJson } from '../../src/exchange/recorded-json.js';
import { integerOf } from '../../src/json/exact-number.js';
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

/** A pet that was written to, and not seen restored since. */
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
  readonly open = new Map<string, OpenPet>();
  readonly #options: PetGuardOptions;

  constructor(options: PetGuardOptions) {
    this.#options = options;
  }

  /** The number of requests that restoring takes if more pets are written to. */
  requestsToRestore(more: readonly string[]): number {
    const changed = [...this.open].filter(([, { seen, values }]) => seen !== values.original);
    const pets = new Set([...changed.map(([id]) => id), ...more]);
    // Whatever else is restored, the run's pet is, too.
    if (pets.size > 0) pets.add(this.#options.values.petId);
    const looks = this.#options.isExclusive ? 1 : 2;
    return pets.size === 0 ? 0 : pets.size + looks;
  }

  async beforeWrite(body: string, values: ProbeValues): Promise<void> {
    const { baseUrl, restoreLog } = this.#options;
    const { petId, original } = values;
    const possible = quantitiesIn(body, this.open.get(petId)?.seen ?? original);
    await restoreLog.open({ baseUrl, petId, original, possible });
    this.hasWritten ||= petId === this.#options.values.petId;
    this.#opened(values, possible).seen = undefined;
  }

  /** Takes over a write that an earlier run left pending. */
  adopt({ possible }: PendingWrite): void {
    this.#opened(this.#options.values, possible);
  }

  see(listing: Listing): void {
    for (const [petId, pet] of this.open) pet.seen = entryOf(listing, petId)?.quantity;
  }

  /** Restores the quantity of the run's pet, and of others unless they were seen restored, and verifies them. */
  async restore(): Promise<void> {
    const { values } = this.#options;
    if (this.problem !== undefined) return;
    if (!this.open.has(values.petId)) {
      await this.beforeWrite(this.#restoringBody(values), values);
      this.#opened(values, []).seen = values.original;
    }
    await this.#restoreOpen();
  }

  /** Restores the pets with a pending write, unless they were already seen restored. */
  async settle(): Promise<void> {
    await this.#closeRestored();
    if (this.open.size > 0) await this.#restoreOpen();
  }

  async #restoreOpen(): Promise<void> {
    if (this.problem !== undefined) return;
    const { send, values, isExclusive, restoring } = this.#options;
    const [restore, check] = restoring;
    // Another client may have set a value since.
    const isHidden = [...this.open.values()].some(({ seen }) => seen === undefined);
    if (isHidden && !isExclusive) await send(check, values);
    const changed = [...this.open.values()].filter((pet) => pet.values === values || pet.seen !== pet.values.original);
    this.problem = changed.map((pet) => this.#describeForeign(pet)).find((each) => each !== undefined);
    if (this.problem !== undefined) return;
    for (const pet of changed) this.#opened(pet.values, quantitiesIn(this.#restoringBody(pet.values), before(pet)));
    for (const pet of this.open.values()) pet.seen = undefined;
    try {
      for (const pet of changed) await send(restore, pet.values);
      await send(check, values);
      // A list from a cache shows nothing.
      if ([...this.open.values()].some(({ seen }) => seen === undefined)) await send(check, values);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      throw error;
    }
    // If it failed, another attempt may succeed.
    await this.#closeRestored();
  }

  #restoringBody(values: ProbeValues): string {
    return fillTemplate(this.#options.restoring[0].body ?? '', values);
  }

  async #closeRestored(): Promise<void> {
    const { baseUrl, restoreLog } = this.#options;
    for (const [petId, { seen, values }] of this.open) {
      if (seen !== values.original) continue;
      await restoreLog.close(baseUrl, petId);
      this.open.delete(petId);
    }
  }

  #opened(values: ProbeValues, possible: readonly string[]): OpenPet {
    const { petId } = values;
    const pet = this.open.get(petId) ?? { values, possible: new Set(), seen: undefined };
    for (const result of possible) pet.possible.add(result);
    this.open.set(petId, pet);
    return pet;
  }

  #describeForeign({ seen, values, possible }: OpenPet): string | undefined {
    const isForeign =
      !this.#options.isExclusive && seen !== undefined && seen !== values.original && !possible.has(seen);
    return isForeign ? `its quantity is ${seen}, which this run cannot have caused` : undefined;
  }
}

function before({ seen, values }: OpenPet): string {
  return seen ?? values.original;
}

/** Returns what a service may make of the numbers in a body: cut off, rounded, doubled, or added to what was there; 0 for none. */
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
