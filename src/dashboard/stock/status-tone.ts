import type { StockEntry } from '../../admin/schemas/stock.js';
import type { Tone } from '../parts/tone.js';

/** The colours of each status of a pet, which always stand beside its word. */
export const statusTone: Readonly<Record<StockEntry['status'], Tone>> = {
  available: 'ok',
  pending: 'refused',
  sold: 'broken',
};
