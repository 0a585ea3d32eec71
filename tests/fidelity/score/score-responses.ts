import { groupBy } from '../../../src/json/group-by.js';
import type { Reading } from '../../../src/judge/reading.js';
import type { Evidence } from '../../../src/judge/rule.js';
import { type OperationId, operationIds } from '../../../src/service/petstore.js';
import { type Aspect, compareResponsePair, type Mask } from './compare-pair.js';
import { ScoredSide } from './scored-side.js';

/** A request that both sides got. */
export interface ScoredRequest {
  /** Of its probe, by which both exchanges are found. */
  readonly name: string;
  readonly operation: OperationId | 'other';
  /** What is wrong with it. */
  readonly faults: readonly string[];
}

/** The two responses to one request, and in what they differ. */
export interface ScoredResponse extends ScoredRequest {
  readonly left: Reading;
  readonly right: Reading;
  /** Empty: they are equal. */
  readonly aspects: readonly Aspect[];
}

export interface Score {
  readonly responses: readonly ScoredResponse[];
  /** How many responses had something that was not compared. */
  readonly masked: Readonly<Partial<Record<Mask, number>>>;
  /** How many requests one of the sides did not get, or neither responded to. */
  readonly unsent: number;
}

/** Compares two services response by response: both got the same requests, in the same order. */
export function scoreResponses(requests: readonly ScoredRequest[], left: Evidence, right: Evidence): Score {
  const sides = [new ScoredSide(left), new ScoredSide(right)] as const;
  const masked = new Map<Mask, number>();
  const responses = requests.flatMap((request): ScoredResponse[] => {
    const [one, other] = sides.map((side) => side.byProbe.get(request.name));
    if (one === undefined || other === undefined) return [];
    if (one.status === undefined && other.status === undefined) return [];
    const own = new Set<Mask>();
    if (one.isCached) {
      masked.set('copies', (masked.get('copies') ?? 0) + 1);
      return [];
    }
    const aspects = compareResponsePair({ left: one, right: other, sides }, (mask) => own.add(mask));
    for (const mask of own) masked.set(mask, (masked.get(mask) ?? 0) + 1);
    return [{ ...request, left: one, right: other, aspects }];
  });
  const unsent = requests.length - responses.length - (masked.get('copies') ?? 0);
  return { responses, masked: Object.fromEntries(masked), unsent };
}

/** How many of some responses are equal. */
export interface Share {
  readonly equal: number;
  readonly of: number;
}

/** Returns how many responses are equal at each operation, in the order of the document; `other` is last. */
export function sharesByOperation(responses: readonly ScoredResponse[]): Map<OperationId | 'other', Share> {
  const groups = groupBy(responses, ({ operation }) => operation);
  const shares = [...operationIds, 'other' as const].flatMap((id) => {
    const own = groups.get(id);
    return own === undefined ? [] : [[id, shareOf(own)] as const];
  });
  return new Map(shares);
}

export function shareOf(responses: readonly ScoredResponse[]): Share {
  return { equal: responses.filter(({ aspects }) => aspects.length === 0).length, of: responses.length };
}

/** Returns how often responses differ in each aspect, most frequent first. */
export function countAspects(responses: readonly ScoredResponse[]): (readonly [Aspect, number])[] {
  const groups = groupBy(
    responses.flatMap(({ aspects }) => aspects),
    (aspect) => aspect,
  );
  return [...groups].map(([aspect, all]) => [aspect, all.length] as const).sort(([, one], [, other]) => other - one);
}
