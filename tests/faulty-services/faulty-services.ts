import { authFaults } from './auth-faults.js';
import { errorFaults } from './error-faults.js';
import { type FaultyService, faultyServicesOf } from './faulty-service.js';
import { limitFaults } from './limit-faults.js';
import { limitHeaderFaults } from './limit-header-faults.js';
import { listFaults } from './list-faults.js';
import { messageFaults } from './message-faults.js';
import { rejectionFaults } from './rejection-faults.js';
import { updateAnswerFaults } from './update-answer-faults.js';
import { updateStockFaults } from './update-stock-faults.js';

/** Each breaks one promise, and one only. */
export const faultyServices: readonly FaultyService[] = [
  authFaults,
  limitHeaderFaults,
  limitFaults,
  listFaults,
  updateAnswerFaults,
  updateStockFaults,
  rejectionFaults,
  messageFaults,
  errorFaults,
].flatMap(faultyServicesOf);
