import { quote } from '../../json/quote.js';
import type { Evidence } from '../evidence.js';
import { broken, kept, type Note, untold } from '../note.js';
import type { Rule } from '../rule.js';

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

function* judgeJson({ readings }: Evidence): Iterable<Note> {
  for (const reading of readings) {
    if (reading.operation === undefined) continue;
    if (reading.received.kind === 'json') yield kept(reading);
    if (reading.received.kind === 'unknown') yield untold(reading, reading.received.why);
    if (reading.received.kind !== 'unreadable') continue;
    yield broken(reading, {
      problem: `the body is no JSON: ${reading.received.problem}`,
      expected: 'a JSON body',
      received: excerpt(reading),
      pointer: '',
    });
  }
}

function* judgeContentType({ readings }: Evidence): Iterable<Note> {
  for (const reading of readings) {
    if (reading.operation === undefined || reading.received.kind === 'none') continue;
    const type = reading.header('content-type');
    if (reading.status === undefined) continue;
    if (type !== undefined && /^application\/json\s*(?:;|$)/i.test(type)) yield kept(reading);
    else {
      yield broken(reading, {
        problem: type === undefined ? 'the body has no content type' : `the content type is ${quote(type)}`,
        expected: 'Content-Type: application/json',
        received: type === undefined ? 'no Content-Type' : `Content-Type: ${type}`,
      });
    }
  }
}

function excerpt({ exchange }: Evidence['readings'][number]): string {
  const body = exchange.answer?.body;
  return body?.kind === 'text' ? quote(body.text) : 'bytes that are not UTF-8';
}
