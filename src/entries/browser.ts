export { type PetstoreWorker, type StartOptions, setupPetstoreWorker } from '../../mocks/edges/browser.js';
export type { UnhandledRequests } from '../../mocks/edges/unhandled-requests.js';
