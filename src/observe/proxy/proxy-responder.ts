import type { ControlRoom } from '../../server/control-room.js';
import { errorAnswer } from '../../server/error-answer.js';
import type { Responder } from '../../server/responder.js';

/** What answers on a proxy's own port: the control room, where there is one. All else is passed on before it gets here. */
export interface ProxyResponder extends Responder {
  readonly origin: string;
  readonly controlRoom: ControlRoom | undefined;
}

/** Makes what answers at the origin of a proxy. */
export function createProxyResponder(
  origin: string,
  controlRoom: ControlRoom | undefined,
  onBug: (bug: unknown) => void,
): ProxyResponder {
  return {
    origin,
    controlRoom,
    now: () => Date.now(),
    bodyLimit: (head) => (controlRoom?.owns(head.path) ? controlRoom.bodyLimit(head) : 0),
    loggedPath: () => '',
    respond: (request) =>
      controlRoom?.owns(request.path)
        ? controlRoom.answer(request)
        : errorAnswer(404, 'not_found', 'There is nothing here. Try /__admin/ui.', Date.now()),
    answerBug(_request, bug) {
      onBug(bug);
      return errorAnswer(500, 'internal_error', 'The proxy failed; its log has the details.', Date.now());
    },
  };
}
