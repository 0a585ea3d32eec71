import { messageKeyProbes } from './key-probes.js';
import { type Probe, probe } from './probe.js';

/** Creates a message. */
export function post(name: string, body: string, why: string, rest: Partial<Probe> = {}): Probe {
  return probe('write', name, 'POST /messages', why, { body, needs: 'messages', ...rest });
}

/**
 * What the drawn text of the first message lacks: line ends, blanks, characters in other planes, escaped or not, combining ones in both
 * forms, ligatures, another direction, markup. All of it is text that a service must accept.
 */
const ODD_TEXT =
  '\\u00a0one\\r\\ntwo\\n\\tthree\\u2028four <p class=\\"a\\">&amp; &lt;</p> %20 {{pet}} $1 ' +
  '\\ud83d\\udc3e\u{1F469}\u200D\u{1F52C}\u{20BB7} o\u0308 \u00F6 \uFB01 \u05E9\u05DC\u05D5\u05DD \u3000';

/** A message cannot be unsent: two are queued. */
const queued: readonly Probe[] = [
  post('message', '{"message":{message}}', 'queued, its text unchanged', { expects: 200 }),
  post('another-message', `{"message":"${ODD_TEXT}"}`, 'a different id, its text unchanged', {
    expects: 200,
    coding: 'identity',
  }),
];

const rejected = (name: string, body: string, why: string, rest: Partial<Probe> = {}) =>
  post(name, body, why, { expects: 400, ...rest });

const also = (name: string, body: string, value: number) =>
  rejected(`message-${name}`, body, '400: no message, or not JSON', {
    isOptional: true,
    fills: { [`message body: ${name}`]: value },
  });

export const messageProbes: readonly Probe[] = [
  ...queued,
  probe('write', 'list-after-messages', 'GET /inventory', 'queued messages have changed nothing', {
    needs: 'messages',
    expects: 200,
    isOptional: true,
    fills: { 'side effect: messages': 4 },
  }),
  // Many parsers end at the last bracket, or allow a comment.
  rejected('message-malformed', '{"message":"A message and more"} // more', '400: not JSON'),
  rejected('message-missing', '{}', '400: the message is missing', { coding: 'identity' }),
  rejected(
    'message-without-type',
    '{"message":"A message without a content type"}',
    '400: the content type is missing',
    {
      contentType: null,
    },
  ),
  also('other-names', '{"Message":"A message","data":{"message":"A message under another name"}}', 9),
  also('empty-body', '', 7),
  also('form', 'message=A+message+in+a+form', 6),
  also('null', '{"message":null}', 3),
  also('null-body', 'null', 3),
  also('number-body', '5', 3),
  also('cut-after-key', '{"message":', 3),
  also('array-body', '[{"message":"A message in a list"}]', 3),
  also('string-body', '"A message that is no object"', 2),
  also('single-quotes', "{'message':'A message in single quotes'}", 2),
  also('cut', '{"message":"A message', 2),
  ...messageKeyProbes,
];
