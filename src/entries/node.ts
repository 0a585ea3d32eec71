export { type PetstoreServer, setupPetstoreServer } from '../../mocks/edges/node.js';
