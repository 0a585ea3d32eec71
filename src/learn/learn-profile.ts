import { gatherEvidence, type JudgeSettings } from '../judge/evidence.js';
import { judge, type Verdict } from '../judge/judge.js';
import { storeWords } from '../judge/observations/store-words.js';
import { toldOfCaching } from '../profile/caching-by-place.js';
import type { Profile, ProfileSource } from '../profile/profile.js';
import type { Transcript } from '../transcript/transcript.js';
import { learnAnswers } from './learn-answers.js';
import { learnLatency } from './learn-latency.js';
import { learnLimit } from './learn-limit.js';
import { learnQuestions } from './learn-questions.js';
import { whyStopped } from './why-stopped.js';

/** What a transcript does not tell of how it was learned from. */
export interface LearningFacts {
  readonly learnedAtMs: number;
  readonly kind: ProfileSource['kind'];
  /** Where it was judged already. */
  readonly verdicts?: readonly Verdict[];
}

/**
 * Learns a deployment from what was asked of it: how it answers the open questions, what its answers look like, how long they take.
 * The same transcript gives the same profile. No key gets into it, and no text that the service holds for its users.
 */
export function learnProfile(transcript: Transcript, settings: JudgeSettings, facts: LearningFacts): Profile {
  const { verdicts = judge(transcript, settings) } = facts;
  const evidence = gatherEvidence(transcript, settings);
  const stored = [...storeWords(evidence).all];
  const stopped = transcript.run?.stopped;
  const copies = evidence.readings.filter(({ isCached, status }) => isCached && status !== 304).length;
  const questions = learnQuestions(evidence, stored);
  const answers = learnAnswers(evidence, stored, questions);
  return {
    format: 'petstore-mock-profile',
    version: 1,
    source: {
      baseUrl: settings.baseUrl,
      kind: facts.kind,
      learnedAt: new Date(facts.learnedAtMs).toISOString(),
      level: settings.level ?? null,
      exchanges: evidence.readings.length,
      ...(copies > 0 && { copies }),
      stopped: stopped === undefined ? null : whyStopped(stopped, settings.baseUrl),
    },
    questions: notingCaching({ questions, answers }),
    limit: learnLimit(evidence),
    answers,
    latency: learnLatency(evidence),
    rules: Object.fromEntries(verdicts.map(({ rule, outcome }) => [rule.id, outcome])),
  };
}

/** Says where the answer to a question stands that has none of its own. */
function notingCaching(told: Pick<Profile, 'questions' | 'answers'>): Profile['questions'] {
  const { 'cache-control': caching } = told.questions;
  if (caching === undefined || toldOfCaching(told) !== 'by place') return told.questions;
  const note = 'it differs by operation and status: it is among the headers of each';
  return { ...told.questions, 'cache-control': { ...caching, note } };
}
