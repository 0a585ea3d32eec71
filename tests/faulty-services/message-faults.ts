import { type Json, memberOf, readJson } from '../conformant-service/json.js';
import type { Changes } from '../conformant-service/steps.js';
import { bodyOf, errorStatus, failing, type JsonObject, successAs, successesOf, withoutBody } from './changes.js';
import type { Fault } from './faulty-service.js';

const response = { breaks: 'messages.answers-with-message', seenAt: 'write', caughtBy: ['messages/answer'] } as const;
const queued = { breaks: 'message-body.states', seenAt: 'write', caughtBy: ['messages/queued'] } as const;
const echo = { breaks: 'message-body.message', seenAt: 'write', caughtBy: ['messages/echo'] } as const;
const createdAt = { breaks: 'message-body.created-at', seenAt: 'write', caughtBy: ['messages/created-at'] } as const;
const rejects = { breaks: 'messages.answers-400', seenAt: 'write' } as const;

const sent = (change: (message: JsonObject) => Json): Changes =>
  bodyOf('sendMessage', (body) => change(body as JsonObject));
const textAs = (change: (text: string) => string): Changes =>
  sent((message) => ({ ...message, message: change(String(message.message)) }));
const createdAs = (change: (isoTime: string) => Json): Changes =>
  sent((message) => ({ ...message, createdAt: change(String(message.createdAt)) }));
const without = (field: string): Changes =>
  sent((message) => Object.fromEntries(Object.entries(message).filter(([name]) => name !== field)));
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
const isMalformed = (body: string | undefined) => readJson(body) === undefined;

/** Messages (§2.5, §4.3). */
export const messageFaults: Readonly<Record<string, Fault>> = {
  'numbers messages': { ...response, ...sent((message) => ({ ...message, id: 7 })) },
  'omits the id of a message': { ...response, ...without('id') },
  'omits the status of a message': {
    ...response,
    caughtBy: ['messages/answer', 'messages/queued'],
    ...without('status'),
  },
  'omits the text of a message': { ...response, caughtBy: ['messages/answer', 'messages/echo'], ...without('message') },
  'omits the time of a message': {
    ...response,
    caughtBy: ['messages/answer', 'messages/created-at'],
    ...without('createdAt'),
  },
  'wraps a message in an object': { ...response, ...sent((message) => ({ data: message })) },
  'responds to a message with a list': { ...response, ...sent((message) => [message]) },
  'responds to a message with only its id': { ...response, ...sent((message) => message.id ?? null) },
  'responds to a message with an empty body': {
    ...response,
    ...successesOf('sendMessage', withoutBody),
  },
  'fails to send': {
    ...response,
    caughtBy: ['messages/answer', 'status/documented'],
    ...successAs('sendMessage', (given) => ({ ...given, status: 500 })),
  },
  'rejects every message': {
    ...response,
    caughtBy: ['messages/answer', 'status/documented'],
    ...successAs('sendMessage', (given) => ({ ...given, status: 400 })),
  },

  'returns 404 for messages': {
    ...response,
    breaks: 'messages.method-and-path',
    caughtBy: ['messages/answer', 'status/documented'],
    ...failing('sendMessage', 404),
  },

  'reports a message as sent': {
    ...queued,
    breaks: 'message-body.status',
    ...sent((message) => ({ ...message, status: 'sent' })),
  },
  'writes the status of a message in upper case': {
    ...queued,
    ...sent((message) => ({ ...message, status: 'QUEUED' })),
  },

  'trims the text': { ...echo, ...textAs((text) => text.trim()) },
  'collapses spaces': { ...echo, ...textAs((text) => text.replace(/\s+/g, ' ')) },
  'ends each line of the text with a line feed only': { ...echo, ...textAs((text) => text.replace(/\r\n/g, '\n')) },
  'composes what has a composed form': { ...echo, ...textAs((text) => text.normalize('NFC')) },
  'writes what looks alike in the same way': { ...echo, ...textAs((text) => text.normalize('NFKC')) },
  'escapes the text for HTML': { ...echo, ...textAs(escapeHtml) },
  'escapes quotes in the text': { ...echo, ...textAs((text) => text.replace(/"/g, '\\"')) },
  'normalises the text': {
    ...echo,
    ...textAs((text) => (text.normalize('NFC') === text ? text.normalize('NFD') : text.normalize('NFC'))),
  },
  'writes ? for what is not ASCII': { ...echo, ...textAs((text) => text.replace(/[^ -~\n\t]/gu, '?')) },
  'loses characters beyond 16 bits': { ...echo, ...textAs((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '')) },
  'cuts the text': { ...echo, ...textAs((text) => text.slice(0, 10)) },
  'reads the text as Latin-1': { ...echo, ...textAs((text) => Buffer.from(text, 'utf8').toString('latin1')) },
  'returns the text of the previous message': {
    ...echo,
    sendMessage: (usual) => {
      let before: Json = 'hello';
      return (call) => {
        const given = usual(call);
        if (given.status !== 200) return given;
        const message = given.body as JsonObject;
        const body = { ...message, message: before };
        before = message.message ?? null;
        return { ...given, body };
      };
    },
  },

  'writes the time as milliseconds': {
    ...createdAt,
    caughtBy: ['messages/answer', 'messages/created-at'],
    ...createdAs((time) => Date.parse(time)),
  },
  'writes the time as seconds in a string': { ...createdAt, ...createdAs((time) => String(Date.parse(time) / 1_000)) },
  'writes the time as an HTTP date': { ...createdAt, ...createdAs((time) => new Date(time).toUTCString()) },
  'writes the time with the month first': { ...createdAt, ...createdAs(() => '11/21/2026 12:00:00') },
  'leaves the time empty': { ...createdAt, ...createdAs(() => '') },
  'dates a message an hour ahead': {
    ...createdAt,
    ...createdAs((time) => new Date(Date.parse(time) + 3_600_000).toISOString()),
  },
  'writes a month 13': { ...createdAt, ...createdAs((time) => time.replace(/^(\d+)-\d\d/, '$1-13')) },

  'gives two messages one id': {
    breaks: 'message-body.id',
    seenAt: 'write',
    caughtBy: ['messages/unique-ids'],
    ...sent((message) => ({ ...message, id: 'msg-1' })),
  },

  'sends a message without a text': {
    ...rejects,
    breaks: 'messages.request-body',
    caughtBy: ['messages/rejects/missing-message'],
    readMessage: (usual) => (call) =>
      memberOf(readJson(call.request.body), 'message') === undefined && !isMalformed(call.request.body)
        ? ''
        : usual(call),
  },
  'sends malformed JSON': {
    ...rejects,
    caughtBy: ['messages/rejects/malformed-json'],
    readMessage: (usual) => (call) => (isMalformed(call.request.body) ? (call.request.body ?? '') : usual(call)),
  },
  'sends a message without a content type': {
    ...rejects,
    breaks: 'messages.request-headers',
    caughtBy: ['messages/rejects/missing-content-type'],
    readMessage: (usual) => (call) => usual({ ...call, contentType: call.contentType ?? 'application/json' }),
  },
  'rejects bad messages with 422': {
    ...rejects,
    caughtBy: ['messages/rejects/missing-message', 'messages/rejects/malformed-json'],
    ...errorStatus(400, 422, ({ operation }) => operation === 'sendMessage'),
  },
  'rejects messages without a content type with 415': {
    ...rejects,
    caughtBy: ['messages/rejects/missing-content-type'],
    ...failing('sendMessage', 415, ({ contentType }) => contentType === undefined),
  },
  'fails at malformed JSON in a message': {
    ...rejects,
    caughtBy: ['messages/rejects/malformed-json', 'status/documented'],
    ...failing('sendMessage', 500, ({ request }) => isMalformed(request.body)),
  },
};
