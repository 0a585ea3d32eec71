import type { Plugin } from 'rolldown';

const PART = '\0part-of-undici';

/** Takes of undici what sends the suite's requests, and no fetch, caches or mocks: loading all of it takes three times as long. */
export const partOfUndici: Plugin = {
  name: 'part-of-undici',
  resolveId: (imported) => {
    if (imported === 'undici') return PART;
    // Loaded for bodies that are forms.
    return imported === '../web/fetch/body.js' ? { id: imported, external: true } : undefined;
  },
  load: (id) =>
    id === PART
      ? `import api from 'undici/lib/api/index.js';
         import buildConnector from 'undici/lib/core/connect.js';
         import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
         import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
         // As its own main file does.
         Object.assign(Dispatcher.prototype, api);
         export { buildConnector, EnvHttpProxyAgent };`
      : undefined,
};
