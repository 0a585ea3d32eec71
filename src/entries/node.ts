export { type ListenOptions, type PetstoreServer, setupPetstoreServer } from '../../mocks/edges/msw/node.js';
export type { UnhandledRequests } from '../../mocks/edges/msw/unhandled-requests.js';
