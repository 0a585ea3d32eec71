const MIB = 1024 * 1024;
/** What the journals of all isolated worlds may hold together, give or take those that are idle. */
const BUDGET_BYTES = 256 * MIB;
const MOST_BYTES = 16 * MIB;

/** Answers how many bytes of bodies the journal of one isolated world may hold, where there are so many of them. */
export function journalShare(worlds: number): number {
  return Math.min(MOST_BYTES, Math.floor(BUDGET_BYTES / Math.max(1, worlds)));
}
