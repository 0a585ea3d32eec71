import { createService } from '../../conformant-service/create-service.js';
import { type OrdinaryVariation, ordinaryVariations } from '../../conformant-service/ordinary-variations.js';
import type { Traits } from '../../conformant-service/traits.js';
import { combined } from '../../generated-services/draw-conformant.js';
import { Chance } from '../../generated-services/gates.js';
import { plainDeployment } from '../deployments.js';
import type { ScoredService } from './score-fake.js';

const FEWEST = 2;
const MOST = 4;

/** Draws a service that differs from the plain one in two to four kinds of ordinary variations at once. */
export function drawMixture(seed: number): ScoredService {
  const chance = new Chance(seed, 'mixtures');
  const kinds = chance.shuffled(Object.values(ordinaryVariations)).slice(0, chance.integer(FEWEST, MOST));
  return mixtureOf(kinds.map((kind) => chance.pick(Object.entries(kind))));
}

/** Returns each ordinary variation by itself. */
export function singleVariations(): ScoredService[] {
  return Object.values(ordinaryVariations).flatMap((kind) => Object.entries(kind).map((each) => mixtureOf([each])));
}

function mixtureOf(chosen: readonly (readonly [name: string, OrdinaryVariation])[]): ScoredService {
  const variations = chosen.map(([, variation]) => variation);
  const traits: Traits = {
    ...Object.assign({}, plainDeployment, ...variations.map((each) => each.traits)),
    headers: (count, { status }) => variations.flatMap(({ headers }) => headers?.(count, status) ?? []),
    error(situation, status, call) {
      const rejected = { situation, status, ...call };
      const usual = plainDeployment.error(situation, status, call);
      const all = variations.map(({ code, message, fields }) => ({
        ...(code && { code: code(rejected) }),
        ...(message && { message: message(rejected) }),
        ...fields?.(rejected),
      }));
      return Object.assign({}, usual, ...all);
    },
  };
  const changes = combined(variations.flatMap((each) => each.changes ?? []));
  return {
    name: chosen.map(([name]) => name).join(' + '),
    plan: traits.plan,
    make: () => createService(traits, changes),
  };
}
