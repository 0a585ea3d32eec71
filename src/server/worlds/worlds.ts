import type { PetstoreRequest } from '../../../mocks/petstore-request.js';
import type { MintOptions } from '../../../mocks/steering/keys-control.js';
import type { WorldEntry, WorldPage } from '../../admin/schemas/world.js';
import type { ServedWorld } from './served-world.js';

export type DroppedWorld = WorldPage['dropped'][number];

/** The worlds of a server: one that all share, and one for each key that was minted with `isolated`. */
export interface Worlds {
  readonly shared: ServedWorld;
  /** How many isolated worlds there may be at once. */
  readonly most: number;
  /** Answers the world that a request's key leads to; the shared one for every key that leads nowhere else. */
  of(request: PetstoreRequest): ServedWorld;
  /** Answers a world that is wanted by an admin, and counts that as use; undefined where there is none of that id. */
  get(id: string): ServedWorld | undefined;
  /** Opens a world and gives out its first key. Throws an InputError for a plan or lifetime that cannot be, and where there is no room. */
  open(options: MintOptions): { readonly served: ServedWorld; readonly key: string };
  /** Drops an isolated world and its keys. Throws an InputError for the shared one, and one that there is not. */
  delete(id: string): void;
  /** Every world, the shared one first, then the oldest. */
  list(): readonly WorldEntry[];
  /** The last ones that are gone, newest first. */
  readonly dropped: readonly DroppedWorld[];
  /** Calls a listener for each world that is dropped; answers how to stop that. */
  onDrop(listener: (world: DroppedWorld) => void): () => void;
  /** Stops looking for idle worlds. */
  close(): void;
}
