export { type PetstoreWorker, type StartOptions, setupPetstoreWorker } from '../../mocks/edges/msw/browser.js';
export type { UnhandledRequests } from '../../mocks/edges/msw/unhandled-requests.js';
