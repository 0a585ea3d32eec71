import { quote } from '../../json/quote.js';
import type { Evidence } from '../evidence.js';
import { broken, kept, type Note, untold } from '../note.js';
import type { Rule } from '../rule.js';
import { bodyInShort, ordinaryReadings } from './ordinary-answers.js';

/** What every body has to be. */
export const bodyRules: readonly Rule[] = [
  {
    id: 'body/json',
    title: 'Every body is JSON',
    statements: ['service.http-with-json-bodies'],
    severity: 'documented',
    class: 'passive',
    judge: judgeJson,
  },
  {
    id: 'body/content-type',
    title: 'Every answer with a body says application/json',
    statements: ['service.bodies-are-application-json'],
    severity: 'documented',
    class: 'passive',
    judge: judgeContentType,
  },
];

function* judgeJson(evidence: Evidence): Iterable<Note> {
  for (const reading of ordinaryReadings(evidence)) {
    const { received, exchange } = reading;
    if (received.kind === 'json') yield kept(reading);
    if (received.kind === 'unknown') yield untold(reading, exchange.failure ?? received.why);
    if (received.kind !== 'unreadable') continue;
    yield broken(reading, {
      problem: `the body is no JSON: ${received.problem}`,
      expected: 'a JSON body',
      received: bodyInShort(reading),
      pointer: '',
    });
  }
}

function* judgeContentType(evidence: Evidence): Iterable<Note> {
  for (const reading of ordinaryReadings(evidence)) {
    const body = reading.exchange.answer?.body;
    const type = reading.header('content-type');
    if (body === undefined || body.kind === 'empty') continue;
    if (type !== undefined && /^\s*application\/json\s*(?:;|$)/i.test(type)) yield kept(reading);
    // Where the body is not known, there may have been none, and then no type is missing.
    else if (body.kind === 'missing') yield untold(reading, body.why);
    else {
      yield broken(reading, {
        problem: type === undefined ? 'the body has no content type' : `the content type is ${quote(type)}`,
        expected: 'Content-Type: application/json',
        received: type === undefined ? 'no Content-Type' : `Content-Type: ${quote(type)}`,
      });
    }
  }
}
