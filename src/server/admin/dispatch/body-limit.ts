import { ADMIN_PATH } from '../admin-path.js';

const BODY_LIMIT = 64 * 1024;
/** A store of a hundred thousand pets has room in it. */
const SEED_LIMIT = 16 * 1024 * 1024;

/** Bytes that the body of a call may have. */
export function bodyLimitOf(path: string): number {
  return path === `${ADMIN_PATH}/seed` ? SEED_LIMIT : BODY_LIMIT;
}
