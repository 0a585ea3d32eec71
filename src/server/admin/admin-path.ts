/** Below which the admin API lives. */
export const ADMIN_PATH = '/__admin';
