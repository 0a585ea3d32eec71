import { type QuestionId, questionIds } from '../../spec/open-questions.js';
import { howToObserve, observingOf } from '../profile/how-to-observe.js';
import { NO_TEXTS, type Profile } from '../profile/profile.js';
import type { Comparison } from './comparison.js';
import { formatSides, type Results } from './results.js';

/**
 * What a side shows of a question: its choice; nothing, since its level or options do not ask it (`unasked`); nothing, although it
 * was asked (`open`); nothing, since a request was not sent or got no response (`missed`).
 */
interface Standing {
  readonly kind: 'shown' | 'unasked' | 'open' | 'missed';
  readonly text: string;
}

/**
 * Returns which questions were compared, and for each other one why not. It is `needed` for an exit code of 0 unless
 *
 * - it is ignored,
 * - the level or the options of a side do not ask it, or
 * - both sides were asked, and neither response decides it: that lies in the deployments, such as a window that never was the scarcer.
 */
export function coverageOf(left: Profile, right: Profile, { weighed, isIgnored }: Results): Comparison['questions'] {
  const compared = new Set([...weighed].map((path) => path.split('/', 2).join('/')));
  const others = questionIds.filter((id) => !compared.has(`question/${id}`));
  const notCompared = others.map((question) => {
    const [one, other] = [standingOf(question, left), standingOf(question, right)];
    if (isIgnored(`question/${question}`)) return { question, why: 'ignored', isAsked: true, isNeeded: false };
    const isUnasked = [one, other].some(({ kind }) => kind === 'unasked');
    const isOpen = [one, other].every(({ kind }) => kind === 'open');
    const why = formatSides(one.text, other.text);
    return { question, why, isAsked: !isUnasked, isNeeded: !isUnasked && !isOpen };
  });
  return { compared: questionIds.length - others.length, of: questionIds.length, notCompared };
}

function standingOf(id: QuestionId, profile: Profile): Standing {
  const learned = profile.questions[id];
  if (learned?.origin === 'observed') return { kind: 'shown', text: 'shown' };
  const text = whyUnseen(id, profile);
  const isLeftOut = learned?.note === NO_TEXTS;
  if (isLeftOut || howToObserve(id, observingOf(profile)) !== undefined) return { kind: 'unasked', text };
  const { kind, stopped } = profile.source;
  const isComplete = kind === 'run' && stopped === null;
  const isAsked = learned !== undefined && (isComplete || learned.exchanges.length > 0);
  return { kind: isAsked ? 'open' : 'missed', text };
}

/** Returns why a profile does not show the choice for a question. */
export function whyUnseen(id: QuestionId, profile: Profile): string {
  return howToObserve(id, observingOf(profile)) ?? profile.questions[id]?.note ?? NOT_LEARNED;
}

/** An earlier version of learning did not have the question. */
const NOT_LEARNED = 'not in the profile, which may be older: learn it again';
