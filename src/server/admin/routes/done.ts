import type { Done } from '../../../admin/schemas/server.js';

/** What an operation answers that has nothing more to say. */
export const done: Done = { done: true };
