import { authFaults } from './auth-faults.js';
import { clientFaults } from './client-faults.js';
import { clientVariations } from './client-variations.js';
import { connectionFaults } from './connection-faults.js';
import { errorFaults } from './error-faults.js';
import { type ConformantVariation, type FaultyService, faultyServicesOf, variationsOf } from './faulty-service.js';
import { limitFaults } from './limit-faults.js';
import { limitHeaderFaults } from './limit-header-faults.js';
import { limitVariations } from './limit-variations.js';
import { listFaults } from './list-faults.js';
import { messageFaults } from './message-faults.js';
import { mistakeFaults } from './mistake-faults.js';
import { mistakeVariations } from './mistake-variations.js';
import { protocolFaults } from './protocol-faults.js';
import { recoveryFaults } from './recovery-faults.js';
import { rejectionFaults } from './rejection-faults.js';
import { responseVariations } from './response-variations.js';
import { storeVariations } from './store-variations.js';
import { togetherFaults } from './together-faults.js';
import { togetherVariations } from './together-variations.js';
import { updateResponseFaults } from './update-response-faults.js';
import { updateStockFaults } from './update-stock-faults.js';

/** Each breaks one promise, and one only. */
export const faultyServices: readonly FaultyService[] = [
  authFaults,
  limitHeaderFaults,
  limitFaults,
  recoveryFaults,
  listFaults,
  updateResponseFaults,
  updateStockFaults,
  rejectionFaults,
  messageFaults,
  errorFaults,
  mistakeFaults,
  clientFaults,
  protocolFaults,
  togetherFaults,
  connectionFaults,
].flatMap(faultyServicesOf);

/** Each settles an open question in another way, and conforms. */
export const conformantVariations: readonly ConformantVariation[] = [
  responseVariations,
  storeVariations,
  limitVariations,
  mistakeVariations,
  clientVariations,
  togetherVariations,
].flatMap(variationsOf);
