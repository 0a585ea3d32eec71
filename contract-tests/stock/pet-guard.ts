import { fillTemplate, type Probe, type ProbeValues } from '../probes/probe.js';
import { restoreProbes } from '../probes/write-probes.js';
import { possibleResults } from '../restore/possible-results.js';
import type { PendingWrite } from '../restore/restore-log.js';
import type { SuiteDependencies, SuiteOptions } from '../suite.js';
import type { Listing } from './stock.js';

interface PetGuardOptions extends Pick<SuiteOptions, 'baseUrl' | 'isExclusive'>, Pick<SuiteDependencies, 'restoreLog'> {
  readonly values: ProbeValues;
  readonly perform: (probe: Probe) => Promise<unknown>;
}

/** Ensures that the pet that a run writes to is restored in the end, or that the user learns why not. */
export class PetGuard {
  /** Whether a write was sent, and the pet has not been seen restored since. */
  isOpen = false;
  /** Why the pet could not be restored. */
  problem: string | undefined;
  readonly #options: PetGuardOptions;
  readonly #possible = new Set<string>();
  /** Its quantity in a list since the last write. */
  #seen: string | undefined;

  constructor(options: PetGuardOptions) {
    this.#options = options;
  }

  /** Writes the restore log. */
  async beforeWrite(body: string): Promise<void> {
    const { baseUrl, restoreLog, values } = this.#options;
    const { petId, original } = values;
    const possible = possibleResults(original, body);
    await restoreLog.open({ baseUrl, petId, original, possible });
    this.#open(possible);
    this.#seen = undefined;
  }

  /** Takes over a write that an earlier run left pending. */
  adopt({ possible }: PendingWrite): void {
    this.#open(possible);
  }

  see(listing: Listing): void {
    this.#seen = listing.find(({ petId }) => petId === this.#options.values.petId)?.quantity;
  }

  /** Restores the quantity and verifies it. */
  async restore(): Promise<void> {
    if (this.problem !== undefined) return;
    if (this.#seen !== undefined && this.#isForeign(this.#seen)) {
      this.problem = `its quantity is ${this.#seen}, which this run cannot have caused`;
      return;
    }
    const { perform, values } = this.#options;
    const [restore, check] = restoreProbes;
    if (!this.isOpen) await this.beforeWrite(fillTemplate(restore.body ?? '', values));
    this.#seen = undefined;
    try {
      await perform(restore);
      await perform(check);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      throw error;
    }
    await this.#closeIfRestored();
  }

  /** As {@link restore}, unless the pet was already seen restored. */
  async settle(): Promise<void> {
    if (!this.isOpen) return;
    if (this.#seen === this.#options.values.original) await this.#closeIfRestored();
    else await this.restore();
  }

  async #closeIfRestored(): Promise<void> {
    const { baseUrl, restoreLog, values } = this.#options;
    const seen: string | undefined = this.#seen;
    if (seen === values.original) {
      await restoreLog.close(baseUrl, values.petId);
      this.isOpen = false;
    } else this.problem = seen === undefined ? 'it could not be verified' : `its quantity is ${seen}`;
  }

  #open(possible: readonly string[]): void {
    for (const result of possible) this.#possible.add(result);
    this.isOpen = true;
  }

  #isForeign(quantity: string): boolean {
    const { isExclusive, values } = this.#options;
    return !isExclusive && quantity !== values.original && !this.#possible.has(quantity);
  }
}
