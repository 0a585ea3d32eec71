import { clients } from './clients.js';
import { type OperationProbes, type Probe, probe, type Row } from './probe.js';

export function post(turn: number, name: string, body: string, why: string, rest: Partial<Probe> = {}): Probe {
  return probe('write', turn, name, 'POST /messages', why, { body, needs: 'messages', ...rest });
}

/** What often gets lost in a text: line ends, blanks, characters in other planes, combining ones, another direction, markup. */
const ODD_TEXT =
  '\\u00a0one\\r\\ntwo\\n\\tthree\\u2028four <p class=\\"a\\">&amp; &lt;</p> %20 {{pet}} $1 ' +
  '\\ud83d\\udc3e\u{1F469}\u200D\u{1F52C}\u{20BB7} o\u0308 \u00F6 \uFB01 \u05E9\u05DC\u05D5\u05DD \u3000';

/** Databases cannot store some of these, and drop, cut or replace them. */
const CONTROLS = 'one\\u0000two\\u0001three\\u007ffour\\ufffe\\uffff';

/** No message, or not JSON. */
const badBodies: readonly Row[] = [
  // Many parsers end at the last bracket, or allow a comment.
  [13.1, 'malformed', '{"message":"A message and more"} // more', 'malformed-json'],
  [43, 'lax', '{laxMessage}', 'malformed-json'],
  [33, 'missing', '{"Message":"A message under another name"}', 'missing-message'],
  [58, 'empty', '{}', 'missing-message'],
  [66, 'empty-body', '', 'missing-message'],
  [61, 'form', 'message=A+message+in+a+form', 'malformed-json'],
  [80, 'null', '{"message":null}', 'missing-message'],
  [63, 'null-body', 'null', 'missing-message'],
  [46, 'number-body', '5', 'missing-message'],
  [80, 'cut-after-key', '{"message":', 'malformed-json'],
  [80, 'array-body', '[{"message":"A message in a list"}]', 'missing-message'],
  [98, 'string-body', '"A message that is no object"', 'missing-message'],
  [57, 'raw-line-break', '{"message":"A message\nin two lines"}', 'malformed-json'],
  [98, 'single-quotes', "{'message':'A message in single quotes'}", 'malformed-json'],
  [98, 'cut', '{"message":"A message', 'malformed-json'],
];

export const sendMessageProbes: OperationProbes = {
  probes: [
    // A message cannot be unsent: two are queued, unless there is room for more.
    post(19.1, 'message', '{"message":{message}}', 'queued, its text unchanged', {
      expects: 200,
      client: clients.expecting,
      together: 'writes',
    }),
    post(19.3, 'another-message', `{"message":"${ODD_TEXT}"}`, 'a different id, its text unchanged', {
      expects: 200,
      coding: 'identity',
      client: clients.inLowerCase,
      together: 'writes',
    }),
    post(35.6, 'message-again', '{"message":{message}}', 'a different id for the same text', { expects: 200 }),
    post(41, 'message-with-controls', `{"message":"${CONTROLS}"}`, 'its text unchanged, or 400'),
    post(60, 'message-with-half-a-character', '{"message":"\\ud83d one \\udc3e"}', 'accepted, or 400'),
    ...badBodies.map(([turn, name, body, rule]) =>
      post(turn, `message-${name}`, body, '400: no message, or not JSON', {
        expects: 400,
        judgedBy: `messages/rejects/${rule}`,
        coding: name === 'missing' ? 'identity' : undefined,
      }),
    ),
    post(
      34,
      'message-without-type',
      '{"message":"A message without a content type"}',
      '400: the content type is missing',
      {
        expects: 400,
        judgedBy: 'messages/rejects/missing-content-type',
        contentType: null,
      },
    ),
    probe('write', 39, 'list-after-messages', 'GET /inventory', 'messages have changed nothing', {
      needs: 'messages',
      expects: 200,
      client: clients.namesNoType,
    }),
  ],
  keyTargets: [
    { name: 'harmless-message', level: 'read', onlyAt: 'read', body: '{}', needs: 'messages' },
    { name: 'message', level: 'write', body: '{"message":"A message without a good key"{blanks}}', needs: 'messages' },
  ],
};
