export { type ListenOptions, type PetstoreServer, setupPetstoreServer } from '../../mocks/edges/node.js';
export type { UnhandledRequests } from '../../mocks/edges/unhandled-requests.js';
