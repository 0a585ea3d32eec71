import { writeJson } from '../../src/json/write-json.js';
import type { Call } from '../call.js';
import type { Success } from '../outcomes/success.js';

/** §4.3: queues a message. */
export function sendMessage({ world, body, nowMs, assumed }: Call): Success {
  assumed.add('message-success-status').add('message-status-later');
  const { message = null } = body;
  if (typeof message !== 'string') assumed.add('message-type-check');
  const sent = world.messages.send(typeof message === 'string' ? message : writeJson(message), nowMs);
  return { kind: 'success', status: world.behaviour['message-success-status'], body: JSON.stringify(sent) };
}
