export type { AdminClient, Part, RequestFilter } from '../admin/client/admin-client.js';
