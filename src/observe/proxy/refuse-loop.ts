import type { Agent, IncomingMessage } from 'node:http';
import type { LoopGuard } from './loop-guard.js';
import { createOwnConnections } from './own-connections.js';

/** Makes what answers why a request is not passed on: it would come back for ever. Undefined for one that is. */
export function createLoopRefusal(
  origin: string,
  agent: Pick<Agent, 'sockets'>,
  guard: LoopGuard,
): (incoming: IncomingMessage) => string | undefined {
  const isOwn = createOwnConnections(agent);
  return (incoming) => {
    if (isOwn(incoming.socket)) {
      return `This request came from the proxy itself: the upstream ${origin} leads back to it. Start it with the address of the service, or with another --port.`;
    }
    if (!guard.comesRound(incoming)) return undefined;
    return `This request seems to go in a circle: it came again and again, each time once it had been sent on, and none of these was answered. The upstream ${origin} leads back here, maybe by way of another proxy. Give one of them the address of the service.`;
  };
}
