import { quote } from '../../json/quote.js';
import type { Evidence } from '../evidence.js';
import { broken, kept, type Note, untold } from '../note.js';
import type { Reading } from '../reading.js';
import type { Rule } from '../rule.js';

/** That clients say what their bodies are (§4, §4.3). */
export const contentTypeRule: Rule = {
  id: 'manners/names-content-type',
  title: 'Sends every body as application/json, and says so in Content-Type',
  statements: ['service.bodies-are-application-json', 'messages.request-headers'],
  severity: 'documented',
  class: 'passive',
  judge: judgeContentTypes,
};

function* judgeContentTypes({ readings }: Evidence): Iterable<Note> {
  for (const reading of readings) {
    const note = judgeContentType(reading);
    if (note !== undefined) yield note;
  }
}

function judgeContentType(reading: Reading): Note | undefined {
  const { sentType = '', operation, exchange } = reading;
  const { body = '', isBodyMissing, headers } = exchange.request;
  if (isBodyMissing) return untold(reading, 'the body that was sent is not known');
  if (body === '') return undefined;
  if (headers.length === 0) return untold(reading, 'the recording holds no headers of the request');
  if (sentType === 'application/json') return kept(reading);
  return broken(reading, {
    problem: sentType === '' ? 'a body was sent without Content-Type' : 'a body was sent as something else than JSON',
    expected: 'Content-Type: application/json',
    received: sentType === '' ? 'no Content-Type' : `Content-Type: ${quote(sentType)}`,
    statement: operation === 'sendMessage' ? 'messages.request-headers' : undefined,
  });
}
