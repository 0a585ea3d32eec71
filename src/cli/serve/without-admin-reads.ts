import { ADMIN_PATH } from '../../server/admin/admin-path.js';
import type { RequestLogEntry, ServerLog } from '../../server/server-log.js';

/** Methods that change nothing (RFC 9110 §9.2.1). */
const READS = ['GET', 'HEAD', 'OPTIONS'];

/** Leaves out of the request log what only looks at the control room: its page asks a lot, and nobody wants to read of it. */
export function withoutAdminReads(log: ServerLog): ServerLog {
  const { request } = log;
  const isRead = ({ method, path }: RequestLogEntry) =>
    READS.includes(method) && (path === ADMIN_PATH || path.startsWith(`${ADMIN_PATH}/`));
  if (request === undefined) return log;
  return {
    ...log,
    request: (entry) => {
      if (!isRead(entry)) request(entry);
    },
  };
}
