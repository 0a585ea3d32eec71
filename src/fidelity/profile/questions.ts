import { type Level, levels } from '../../exchange/transcript.js';
import { isJsonObject, type JsonValue } from '../../json/json.js';
import { petstore } from '../../service/petstore.js';
import type { PlanName } from '../../service/plans.js';
import { openQuestions, type QuestionId } from '../../service/questions/open-questions.js';
import type { Service } from '../../service/service.js';
import { operationAt, type Place, type Profile } from './profile.js';

export interface Observing {
  /** Null for a recording that the suite did not make. */
  readonly level: Level | null;
  /** That of the key; null if unknown. */
  readonly plan: PlanName | null;
  readonly sendsMessages: boolean;
}

/** Returns how a profile was observed, as far as it shows that. */
export function observingOf(
  { source, limit, responses }: Pick<Profile, 'source' | 'limit' | 'responses'>,
  { operations }: Service = petstore,
): Observing {
  const places = Object.keys(responses) as Place[];
  const sendsMessages = places.some((place) => operations[operationAt(place)]?.address === 'messages');
  return { level: source.level, plan: limit.plan, sendsMessages };
}

export const NOT_OBSERVABLE = 'no run can observe it, or only with harm';

const messageQuestions: readonly QuestionId[] = [
  'empty-message',
  'message-content-type',
  'message-success-status',
  'messages-rate-limited',
];

/** Returns what it takes to observe a question; undefined if such a run, or any client, may observe it. */
export function howToObserve(id: QuestionId, { level, plan, sendsMessages }: Observing): string | undefined {
  const { observable } = openQuestions[id];
  if (observable === 'never') return NOT_OBSERVABLE;
  if (id === 'enterprise-limits' && plan !== 'enterprise') {
    return plan === null ? 'needs --plan enterprise' : 'needs a key of the Enterprise plan';
  }
  if (level === null) return undefined;
  const wanted = observable === 'passive' ? 'read' : observable;
  const needed = [
    ...(levels.indexOf(wanted) > levels.indexOf(level) ? [`--level ${wanted}`] : []),
    ...(messageQuestions.includes(id) && !sendsMessages ? ['--messages-url <url>'] : []),
  ];
  return needed.length === 0 ? undefined : `needs ${needed.join(' and ')}`;
}

/** Formats the choice for an open question for people: a text as it is, an object as `minimum: 0, maximum: 9999`. */
export function formatChoice(choice: JsonValue): string {
  if (!isJsonObject(choice)) return textOf(choice);
  return Object.entries(choice)
    .map(([name, value]) => `${name}: ${textOf(value)}`)
    .join(', ');
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
