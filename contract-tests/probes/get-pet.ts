import { clients } from './clients.js';
import { inName, type OperationProbes, type PetKind, type Probe, probe } from './probe.js';

const lookup = (turn: number, name: string, why: string, rest: Partial<Probe> = {}) =>
  probe('read', turn, name, 'GET /pets/{petId}', why, { expects: 200, ...rest });

const otherPet = (turn: number, pet: PetKind, rest: Partial<Probe> = {}) =>
  lookup(turn, `pet-${inName(pet)}`, `the lookup of a pet that is ${pet}`, { pet, needs: 'pet', ...rest });

const ofPage = { needs: 'full page', expects: 404 } as const;
const unlisted = { path: '/pets/{unlistedId}', expects: 404 } as const;

export const getPetProbes: OperationProbes = {
  probes: [
    lookup(2.25, 'pet', 'the deprecated lookup still works', { together: 'reads' }),
    otherPet(42, 'sold', { client: clients.inLowerCase }),
    otherPet(43, 'pending', { coding: 'gzip' }),
    otherPet(44, 'largest', { coding: 'none', client: clients.proxied }),
    otherPet(90, 'beyond 2^53'),
    lookup(40, 'pet-later', 'the same, and Remaining has fallen', {
      onlyAt: 'write',
      prefers: 'pending',
      client: clients.acceptsAnything,
    }),
    lookup(35.2, 'pet-after-the-last', 'no pet beyond those in the list', { path: '/pets/{nextId}', ...ofPage }),
    lookup(35.3, 'pet-that-is-none', 'what an id gets that no pet has', { path: '/pets/{unlistedId}', ...ofPage }),
    lookup(64, 'unlisted-pet', 'the response to a lookup of an unknown pet', { ...unlisted, observes: true }),
    lookup(97, 'unlisted-pet-again', 'the same response to the same lookup', unlisted),
  ],
  keyTargets: [{ name: 'pet', level: 'read' }],
};
