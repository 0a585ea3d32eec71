export { type PetstoreWorker, setupPetstoreWorker } from '../../mocks/edges/browser.js';
