import type { Profile } from '../../profile/profile.js';
import { openQuestions, type QuestionId } from '../../spec/open-questions.js';
import { levels } from '../../transcript/transcript.js';

/** An answer shows which check failed, and never the order of those that would have come after it. */
export const NO_RUN = 'no run can show it, or none without harm';

const ofMessages: readonly QuestionId[] = [
  'message-type-check',
  'message-success-status',
  'message-id-format',
  'created-at-format',
  'messages-rate-limited',
];

/** Says what would show how a deployment answers a question that was not seen; undefined where only its note tells. */
export function howToSee(
  id: QuestionId,
  { source: { level, kind }, limit }: Pick<Profile, 'source' | 'limit'>,
  { messagesUrl }: { readonly messagesUrl: string | undefined },
): string | undefined {
  const { observable } = openQuestions[id];
  if (observable === 'never' || id === 'order-of-checks') return NO_RUN;
  if (id === 'enterprise-limits') {
    return limit.plan === null || limit.plan === 'enterprise'
      ? 'it takes --plan enterprise'
      : 'it takes a key of the Enterprise plan';
  }
  if (kind === 'recording') return undefined;
  const wanted = observable === 'passive' ? 'read' : observable;
  const needed = [
    ...(levels.indexOf(wanted) > levels.indexOf(level ?? 'exhaust') ? [`--level ${wanted}`] : []),
    ...(ofMessages.includes(id) && messagesUrl === undefined ? ['--messages-url <url>'] : []),
  ];
  return needed.length === 0 ? undefined : `it takes ${needed.join(' and ')}`;
}
