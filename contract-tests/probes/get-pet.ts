import { inName, type OperationProbes, type PetKind, type Probe, probe } from './probe.js';

const lookup = (turn: number, name: string, why: string, rest: Partial<Probe> = {}) =>
  probe('read', turn, name, 'GET /pets/{petId}', why, { expects: 200, ...rest });

const otherPet = (turn: number, pet: PetKind, coding?: Probe['coding']) =>
  lookup(turn, `pet-${inName(pet)}`, `the lookup of a pet that is ${pet}`, { pet, needs: 'pet', coding });

const ofPage = { needs: 'full page', expects: 404 } as const;
const unlisted = { path: '/pets/{unlistedId}', expects: 404 } as const;

export const getPetProbes: OperationProbes = {
  probes: [
    lookup(2, 'pet', 'the deprecated lookup still works'),
    otherPet(42, 'sold', 'identity'),
    otherPet(43, 'pending', 'gzip'),
    otherPet(44, 'largest', 'none'),
    otherPet(90, 'beyond 2^53'),
    lookup(40, 'pet-later', 'the same, and Remaining has fallen', { onlyAt: 'write', prefers: 'pending' }),
    lookup(11.7, 'pet-after-the-last', 'no pet beyond those in the list', { path: '/pets/{nextId}', ...ofPage }),
    lookup(11.8, 'pet-that-is-none', 'what an id gets that no pet has', { path: '/pets/{unlistedId}', ...ofPage }),
    lookup(64, 'unlisted-pet', 'the response to a lookup of an unknown pet', { ...unlisted, observes: true }),
    lookup(97, 'unlisted-pet-again', 'the same response to the same lookup', unlisted),
  ],
  keyTargets: [{ name: 'pet', level: 'read' }],
};
