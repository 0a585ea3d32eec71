import type { Profile, Shape } from '../../src/profile/profile.js';
import type { OperationId } from '../../src/spec/operations.js';

/**
 * Answers the shape of a place's errors; where none was seen there, of the nearest place: the same status elsewhere, else the
 * same operation, else where most errors were seen.
 */
export function nearestErrorShape(
  answers: Profile['answers'],
  operation: OperationId | 'other',
  status: number,
): Shape | undefined {
  const seen = Object.entries(answers).flatMap(([place, { body, count }]) => {
    const [at, withStatus] = place.split(' ');
    if (body.kind !== 'json' || Number(withStatus) < 400) return [];
    const nearness = (Number(withStatus) === status ? 2 : 0) + (at === operation ? 1 : 0);
    return [{ shape: body.schema, nearness, count }];
  });
  return seen.sort((a, b) => b.nearness - a.nearness || b.count - a.count)[0]?.shape;
}
