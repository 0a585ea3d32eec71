import { fileURLToPath } from 'node:url';

/** Resolves vitest and msw to what a new project gets on Node 22 and 24. */
export const newestPeers = {
  alias: [
    { find: /^msw(?=\/|$)/, replacement: 'msw-3' },
    { find: /^vitest(?=\/|$)/, replacement: fileURLToPath(new URL('node_modules/vitest', import.meta.url)) },
  ],
};
