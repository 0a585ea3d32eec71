import type { Probe } from './probe.js';

const post = { level: 'write', method: 'POST', path: '/messages', needs: 'messages', credential: 'key' } as const;

/** A sent message cannot be unsent: two are sent, and one in each of the last two where the service is at fault. */
export const messageProbes: readonly Probe[] = [
  { ...post, name: 'message', body: '{"message":{message}}', why: 'queued, its text unchanged' },
  {
    ...post,
    name: 'another-message',
    body: '{"message":"Another message of petstore-mock check"}',
    why: 'an id of its own',
  },
  { ...post, name: 'message-malformed', body: '{"message":', why: '400: it is no JSON' },
  { ...post, name: 'message-missing', body: '{}', why: '400: there is no message' },
  {
    ...post,
    name: 'message-without-type',
    body: '{"message":"A message without a content type"}',
    contentType: null,
    why: '400: there is no content type',
  },
  {
    ...post,
    name: 'message-keyless',
    body: '{"message":"A message without a key"}',
    credential: 'none',
    why: '401 without a key',
  },
];
