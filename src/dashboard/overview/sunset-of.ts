import type { BehaviourList } from '../../admin/schemas/world.js';

/** Answers when the deprecated operation goes (§9), as the world has it. */
export function sunsetOf(behaviour: BehaviourList | undefined): string | undefined {
  const answer = behaviour?.items.find(({ id }) => id === 'sunset-date')?.answer;
  if (typeof answer !== 'object' || answer === null || !('sunset' in answer)) return undefined;
  return typeof answer.sunset === 'string' ? answer.sunset : undefined;
}
