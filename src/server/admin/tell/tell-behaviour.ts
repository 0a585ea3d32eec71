import type { BehaviourList } from '../../../admin/schemas/world.js';
import { openQuestions, questionIds } from '../../../spec/open-questions.js';
import type { ServedWorld } from '../../worlds/served-world.js';

/** Tells every open question of the document and how the world answers it. Numbers of example records are kept as they were written. */
export function tellBehaviour({ world: { behaviour } }: ServedWorld): BehaviourList {
  return {
    items: questionIds.map((id) => {
      const { section, question, choices, schema, default: usual } = openQuestions[id];
      return { id, section, question, choices, schema, default: usual, answer: behaviour[id] };
    }),
  };
}
