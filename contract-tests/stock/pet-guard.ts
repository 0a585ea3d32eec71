import { fillTemplate, type Probe, type ProbeValues } from '../probes/probe.js';
import { restoreProbes } from '../probes/write-probes.js';
import { possibleResults } from '../restore/possible-results.js';
import type { PendingWrite, RestoreLog } from '../restore/restore-log.js';
import type { Listing } from './stock.js';

/** Sees to it that the one pet that a run writes to is as it was in the end, or that somebody is told. */
export interface PetGuard {
  /** A write was sent, and it was not seen yet that the pet is as it was. */
  readonly isOpen: boolean;
  /** Why the pet could not be put back though every request was answered. */
  readonly problem: string | undefined;
  /** Writes the restore log. */
  beforeWrite(body: string): Promise<void>;
  /** Takes over what an earlier run left open. */
  adopt(pending: PendingWrite): void;
  see(listing: Listing): void;
  /** Puts the quantity back and looks. */
  putBack(): Promise<void>;
  /** As {@link putBack}, unless the pet was already seen to be as it was. */
  settle(): Promise<void>;
}

export interface PetGuardOptions {
  readonly baseUrl: string;
  readonly values: ProbeValues;
  /** Nobody else writes to the store. */
  readonly isExclusive: boolean;
  readonly restoreLog: RestoreLog;
  readonly perform: (probe: Probe) => Promise<unknown>;
}

export function createPetGuard({
  baseUrl,
  values: places,
  isExclusive,
  restoreLog,
  perform,
}: PetGuardOptions): PetGuard {
  const { petId, original } = places;
  const [restore, check] = restoreProbes;
  const possible = new Set<string>();
  let isOpen = false;
  let problem: string | undefined;
  /** Since the last write. */
  let seen: string | undefined;

  async function beforeWrite(body: string): Promise<void> {
    const results = possibleResults(original, body);
    await restoreLog.open({ baseUrl, petId, original, possible: results });
    for (const result of results) possible.add(result);
    isOpen = true;
    seen = undefined;
  }

  async function putBack(): Promise<void> {
    if (problem !== undefined) return;
    if (seen !== undefined && isForeign(seen)) {
      problem = `its quantity is ${seen}, which this run cannot have caused`;
      return;
    }
    if (!isOpen) await beforeWrite(fillTemplate(restore.body ?? '', places));
    seen = undefined;
    try {
      await perform(restore);
      await perform(check);
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
      throw error;
    }
    if (seen === original) return close();
    problem = seen === undefined ? 'it could not be seen whether it was put back' : `its quantity is ${seen}`;
  }

  const isForeign = (quantity: string) => !isExclusive && quantity !== original && !possible.has(quantity);

  async function close(): Promise<void> {
    await restoreLog.close(baseUrl, petId);
    isOpen = false;
  }

  return {
    get isOpen() {
      return isOpen;
    },
    get problem() {
      return problem;
    },
    beforeWrite,
    adopt(pending) {
      for (const result of pending.possible) possible.add(result);
      isOpen = true;
    },
    see(listing) {
      seen = listing.find((entry) => entry.petId === petId)?.quantity;
    },
    putBack,
    async settle() {
      if (!isOpen) return;
      return seen === original ? close() : putBack();
    },
  };
}
