import { fileURLToPath } from 'node:url';

/** Where the control room's page was built to; it lies two folders up from this source and from the bundle alike. */
export const PAGE_FOLDER = fileURLToPath(new URL('../../dist/dashboard', import.meta.url));
