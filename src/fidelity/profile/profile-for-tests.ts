import type { Behaviour, PartialBehaviour } from '../../service/behaviour.js';
import type { OperationId } from '../../service/petstore.js';
import type { QuestionId } from '../../service/questions/open-questions.js';
import type { LearnedHeader, LearnedLatency, LearnedResponses, Place, Profile, Shape } from './profile.js';

const evidence = { confidence: 'certain', exchanges: [1, 2] } as const;

/** What a profile says of a place: headers in short, and the shape of its body, if it is JSON. */
interface PlaceInShort {
  readonly headers?: Readonly<Record<string, string | readonly [LearnedHeader['kind'], string]>>;
  readonly body?: Shape | 'none' | 'other';
  readonly count?: number;
}

interface ProfileInShort {
  readonly observed?: PartialBehaviour;
  readonly responses?: { readonly [At in Place]?: PlaceInShort };
  readonly latency?: {
    readonly [Operation in OperationId | 'other']?: number;
  };
}

/** Creates a profile of a deployment that was learned on 2026-11-20. */
export function profileOf({ observed = {}, responses = {}, latency = {} }: ProfileInShort): Profile {
  const questions = Object.entries(observed).map(([id, choice]) => [
    id,
    { choice: choice as Behaviour[QuestionId], origin: 'observed', note: 'seen', ...evidence },
  ]);
  const places = Object.entries(responses).map(([place, short = {}]) => [place, placeOf(short)]);
  const lengths = Object.entries(latency).map(([operation, median]): [string, LearnedLatency] => [
    operation,
    { count: 10, median, ...evidence },
  ]);
  return {
    format: 'petstore-mock-profile',
    version: 1,
    source: {
      baseUrl: 'https://api.example.com/v1',
      kind: 'run',
      learnedAt: '2026-11-20T08:00:00.000Z',
      level: 'write',
      exchanges: 40,
      stopped: null,
    },
    questions: Object.fromEntries(questions),
    limit: { plan: 'free', perMinute: 60, perDay: null, ...evidence },
    responses: Object.fromEntries(places),
    latency: Object.fromEntries(lengths),
    rules: {},
  };
}

function placeOf({ headers = {}, body = 'none', count = 2 }: PlaceInShort): LearnedResponses {
  const learned = Object.entries(headers).map(([name, given]): LearnedHeader => {
    const [kind, value] = typeof given === 'string' ? (['constant', given] as const) : given;
    return { name, kind, value };
  });
  return {
    count,
    headers: learned,
    body: typeof body === 'string' ? { kind: body } : { kind: 'json', schema: body },
    ...evidence,
  };
}

/** The shape of an object with such fields. */
export function objectShape(properties: Readonly<Record<string, Shape>>): Shape {
  return { type: ['object'], properties, required: Object.keys(properties) };
}

/** The shape of a text of which this is a sample. */
export function textShape(example: string): Shape {
  return { type: ['string'], enum: [example] };
}
