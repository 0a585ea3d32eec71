import type { Call } from '../call.js';
import { type Refusal, refuse } from '../outcomes/refusal.js';
import { headerValue } from '../petstore-request.js';

/** Refuses a body that does not say it is plain JSON (§4, §4.3, open question `update-content-type`). */
export function checkContentType(call: Call): Refusal | undefined {
  const { operation } = call.route;
  if (operation?.requestSchema === undefined) return undefined;
  const coding = headerValue(call.request, 'content-encoding')?.trim().toLowerCase();
  if (coding !== undefined && coding !== '' && coding !== 'identity') {
    return refuse('invalid_request', 'Content-Encoding is not understood: send the body as it is.', {
      situation: 'body-malformed',
    });
  }
  const contentType = headerValue(call.request, 'content-type');
  const essence = contentType?.split(';')[0]?.trim().toLowerCase();
  if (essence === 'application/json') return undefined;
  const message = `Content-Type must be application/json${contentType === undefined ? ' and is missing' : ''}.`;
  if (operation.id === 'sendMessage') return refuse('invalid_request', message, { situation: 'content-type-wrong' });
  call.assumed.add('update-content-type');
  const choice = call.world.behaviour['update-content-type'];
  if (choice === 'ignored') return undefined;
  const code = choice === 415 ? 'unsupported_media_type' : 'invalid_request';
  return refuse(code, message, { situation: 'content-type-wrong' });
}
