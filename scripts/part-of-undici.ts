import type { Plugin } from 'rolldown';

const PART = '\0part-of-undici';
const HTTP2 = '\0http2-of-undici';

/** Takes of undici what sends the suite's requests, and no fetch, caches or mocks: loading all of it takes three times as long. */
export const partOfUndici: Plugin = {
  name: 'part-of-undici',
  resolveId: (imported) => {
    if (imported === 'undici') return PART;
    if (imported === './client-h2.js') return HTTP2;
    // Loaded for bodies that are forms.
    return imported === '../web/fetch/body.js' ? { id: imported, external: true } : undefined;
  },
  load: (id) => {
    // Loaded, with Node's, once a service speaks it.
    if (id === HTTP2) return `module.exports = (...args) => require('undici/lib/dispatcher/client-h2.js')(...args);`;
    if (id !== PART) return undefined;
    return `import connect from 'undici/lib/api/api-connect.js';
            import request from 'undici/lib/api/api-request.js';
            import buildConnector from 'undici/lib/core/connect.js';
            import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
            import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
            // As its own main file does.
            Object.assign(Dispatcher.prototype, { connect, request });
            export { buildConnector, EnvHttpProxyAgent };`;
  },
};
