import type { Session } from './session.js';
import { petCandidates } from './stock/pet-candidates.js';
import type { SuiteOptions } from './suite.js';

/** Looks no further for a pet that no earlier run left open. */
const MOST_ASKED = 50;

/** Chooses the pet that the run writes to from the list it has seen; puts it back first where an earlier run could not. */
export async function choosePet(session: Session, options: SuiteOptions): Promise<void> {
  const listing = session.latest ?? [];
  const candidates = petCandidates(listing, options.seed);
  const named = candidates.filter(({ petId }) => petId === options.petId);
  if (options.petId !== undefined && named.length === 0) {
    session.choose(listing, undefined);
    session.note(
      `pet ${options.petId} (--pet-id) is not among the ${listing.length} pets in the list, so none was written to`,
    );
    return;
  }
  const eligible = (options.petId === undefined ? candidates : named).slice(0, MOST_ASKED);
  if (options.level === 'read') return session.choose(listing, eligible[0]);
  for (const pet of eligible) {
    if ((await session.journal.pending(options.baseUrl, pet.petId)) === undefined) return session.choose(listing, pet);
  }
  const [pet] = eligible;
  const pending = pet && (await session.journal.pending(options.baseUrl, pet.petId));
  if (pet === undefined || pending === undefined) return session.choose(listing, undefined);
  session.choose(listing, { ...pet, quantity: pending.original });
  session.guard?.adopt(pending);
  session.guard?.see(listing);
  await session.guard?.settle();
}
