import { writeJson } from '../../src/json/write-json.js';
import type { Call } from '../call.js';
import { addFields } from '../imitation/extra-fields.js';
import type { Success } from '../outcomes/success.js';

/** §4.3: queues a message. */
export function sendMessage({ world, request, body, nowMs, assumed }: Call): Success {
  assumed.add('message-success-status').add('message-status-later');
  assumed.add('message-id-format').add('created-at-format');
  const { message = null } = body;
  if (typeof message !== 'string') assumed.add('message-type-check');
  const text = typeof message === 'string' ? message : writeJson(message);
  const sent = world.messages.send(text, nowMs, world.behaviour);
  const status = world.behaviour['message-success-status'];
  const fields = world.imitation?.nextFields('sendMessage', status) ?? '';
  const Location = locationOf(sent.id, status, { world, request });
  return {
    kind: 'success',
    status,
    body: addFields(JSON.stringify(sent), fields),
    ...(Location !== undefined && { headers: { Location } }),
  };
}

/** Where a deployment that is imitated says that a new message lies. */
function locationOf(
  id: string,
  status: number,
  { world, request }: Pick<Call, 'world' | 'request'>,
): string | undefined {
  const { origin = world.addresses.messages.origin, path } = request;
  const template = world.imitation?.deployment.lookOf('sendMessage', status).location;
  const values: Readonly<Record<string, string>> = { '{url}': `${origin}${path}`, '{path}': path, '{id}': id };
  return template?.replace(/\{\w+\}/g, (name) => values[name] ?? name);
}
