import type { Agent } from 'node:http';
import type { Socket } from 'node:net';

/** Tells whether a connection that came in is one that an agent has made: then requests on it were sent by this process itself. */
export function createOwnConnections(agent: Pick<Agent, 'sockets'>): (incoming: Socket) => boolean {
  const known = new WeakMap<Socket, boolean>();
  const find = (incoming: Socket) =>
    Object.values(agent.sockets).some((sockets) => sockets?.some((outgoing) => isOtherEnd(incoming, outgoing)));
  return (incoming) => {
    const isOwn = known.get(incoming) ?? find(incoming);
    known.set(incoming, isOwn);
    return isOwn;
  };
}

/** All four numbers: the system gives one port to several connections as long as they lead elsewhere. */
function isOtherEnd(incoming: Socket, outgoing: Socket): boolean {
  return (
    incoming.remotePort !== undefined &&
    incoming.remotePort === outgoing.localPort &&
    incoming.localPort === outgoing.remotePort &&
    withoutMapping(incoming.remoteAddress) === withoutMapping(outgoing.localAddress) &&
    withoutMapping(incoming.localAddress) === withoutMapping(outgoing.remoteAddress)
  );
}

/** A server that listens on IPv6 has clients at `::ffff:127.0.0.1`. */
function withoutMapping(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:/, '');
}
