import { answersWhere, bodyOf, successAs } from './changes.js';
import type { Changes } from './conformant-service.js';
import type { Fault } from './faulty-service.js';
import type { Json } from './json-text.js';
import { memberOf, readJson } from './usual-seams.js';

type Message = { readonly [key: string]: Json };

const answer = { breaks: 'messages.answers-with-message', seenAt: 'write', caughtBy: ['messages/answer'] } as const;
const queued = { breaks: 'message-body.states', seenAt: 'write', caughtBy: ['messages/queued'] } as const;
const echo = { breaks: 'message-body.message', seenAt: 'write', caughtBy: ['messages/echo'] } as const;
const createdAt = { breaks: 'message-body.created-at', seenAt: 'write', caughtBy: ['messages/created-at'] } as const;
const rejects = { breaks: 'messages.answers-400', seenAt: 'write' } as const;

const sent = (change: (message: Message) => Json): Changes => bodyOf('sendMessage', (body) => change(body as Message));
const textAs = (change: (text: string) => string): Changes =>
  sent((message) => ({ ...message, message: change(String(message.message)) }));
const createdAs = (change: (isoTime: string) => Json): Changes =>
  sent((message) => ({ ...message, createdAt: change(String(message.createdAt)) }));
const without = (field: string): Changes =>
  sent((message) => Object.fromEntries(Object.entries(message).filter(([name]) => name !== field)));
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
const refusesWith = (status: number): Changes => ({
  refuse: (usual) => (call, meant) => usual(call, meant === 400 && call.operation === 'sendMessage' ? status : meant),
});

/** What sending a message does (§2.5, §4.3). */
export const messageFaults: Readonly<Record<string, Fault>> = {
  'numbers messages': { ...answer, ...sent((message) => ({ ...message, id: 7 })) },
  'gives a message no id': { ...answer, ...without('id') },
  'gives a message no status': { ...answer, caughtBy: ['messages/answer', 'messages/queued'], ...without('status') },
  'does not repeat the text': { ...answer, caughtBy: ['messages/answer', 'messages/echo'], ...without('message') },
  'does not say when': { ...answer, caughtBy: ['messages/answer', 'messages/created-at'], ...without('createdAt') },
  'wraps a message in an object': { ...answer, ...sent((message) => ({ data: message })) },
  'answers a message with a list': { ...answer, ...sent((message) => [message]) },
  'answers a message with its id alone': { ...answer, ...sent((message) => message.id ?? null) },
  'answers a message with nothing': {
    ...answer,
    ...answersWhere(
      ({ status }, { operation }) => status === 200 && operation === 'sendMessage',
      (given) => ({ ...given, body: '' }),
    ),
  },
  'fails to send': { ...answer, caughtBy: ['messages/answer', 'status/documented'], ...successAs('sendMessage', 500) },
  'refuses every message': {
    ...answer,
    caughtBy: ['messages/answer', 'status/documented'],
    ...successAs('sendMessage', 400),
  },

  'sends no message at the path of messages': {
    ...answer,
    breaks: 'messages.method-and-path',
    caughtBy: ['messages/answer', 'status/documented'],
    sendMessage: () => (call) => call.seams.refuse(call, 404),
  },

  'says that a message is sent': {
    ...queued,
    breaks: 'message-body.status',
    ...sent((message) => ({ ...message, status: 'sent' })),
  },
  'shouts that a message is queued': { ...queued, ...sent((message) => ({ ...message, status: 'QUEUED' })) },

  'trims the text': { ...echo, ...textAs((text) => text.trim()) },
  'collapses spaces': { ...echo, ...textAs((text) => text.replace(/\s+/g, ' ')) },
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
  'answers the text before': {
    ...echo,
    sendMessage: (usual) => {
      let before: Json = 'hello';
      return (call) => {
        const reply = usual(call);
        if (reply.status !== 200) return reply;
        const message = reply.body as Message;
        const body = { ...message, message: before };
        before = message.message ?? null;
        return { ...reply, body };
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
      memberOf(readJson(call.request.body), 'message') === undefined && readJson(call.request.body) !== undefined
        ? ''
        : usual(call),
  },
  'sends malformed JSON': {
    ...rejects,
    caughtBy: ['messages/rejects/malformed-json'],
    readMessage: (usual) => (call) =>
      readJson(call.request.body) === undefined ? (call.request.body ?? '') : usual(call),
  },
  'sends what has no content type': {
    ...rejects,
    breaks: 'messages.request-headers',
    caughtBy: ['messages/rejects/missing-content-type'],
    readMessage: (usual) => (call) => usual({ ...call, contentType: call.contentType ?? 'application/json' }),
  },
  'refuses bad messages with 422': {
    ...rejects,
    caughtBy: ['messages/rejects/missing-message', 'messages/rejects/malformed-json'],
    ...refusesWith(422),
  },
  'refuses messages without a content type with 415': {
    ...rejects,
    caughtBy: ['messages/rejects/missing-content-type'],
    sendMessage: (usual) => (call) => (call.contentType === undefined ? call.seams.refuse(call, 415) : usual(call)),
  },
  'fails at malformed JSON in a message': {
    ...rejects,
    caughtBy: ['messages/rejects/malformed-json', 'status/documented'],
    sendMessage: (usual) => (call) =>
      readJson(call.request.body) === undefined ? call.seams.refuse(call, 500) : usual(call),
  },
};
