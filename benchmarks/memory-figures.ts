import type { Contender, ContenderName } from './contenders.js';
import { residentMegabytes } from './process-usage.js';

/** Resident memory in megabytes. */
export interface MemoryFigures {
  readonly contender: ContenderName;
  readonly petCount: number;
  readonly atRest: number;
  readonly afterLoad: number;
}

/** Reads the memory of each server now and again when `load` is over; empty where it cannot be read. */
export async function measureMemory(
  contenders: readonly Contender[],
  load: () => Promise<void>,
): Promise<MemoryFigures[]> {
  const atRest = contenders.map(({ server }) => residentMegabytes(server.pid));
  await load();
  return contenders.flatMap(({ name, petCount, server }, index) => {
    const before = atRest[index];
    const after = residentMegabytes(server.pid);
    if (before === undefined || after === undefined) return [];
    return { contender: name, petCount, atRest: before, afterLoad: after };
  });
}
