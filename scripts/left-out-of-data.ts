import type { Plugin } from 'esbuild';

/** What the fake never calls: it would throw. */
const uncalled = /\/(?:executeQuery|updateEntity|generateRestHandlers|generateGraphQLHandlers)$|^\.\/_stringToPath$/;
/** What is called and does nothing for it: logging, the name and the events of a database for `sync()`, and relations. */
const idle = /^(?:debug|md5|strict-event-emitter)$|\/(?:sync|defineRelationalProperties)$/;

/**
 * Leaves out of @mswjs/data what the fake never calls or never uses: `toHandlers()`, `toGraphQLSchema()`, queries, relations, and
 * the events between pages. They alone load msw, graphql, pluralize and date-fns: most of the package's weight, and a second msw
 * where the user has version 3.
 */
export const leftOutOfData: Plugin = {
  name: 'left-out-of-data',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /.*/ }, ({ path, importer }) => {
      if (!/[\\/](?:@mswjs[\\/]data|lodash)[\\/]/.test(importer)) return undefined;
      if (path === 'lodash') return { path, namespace: 'one-of-lodash' };
      if (/\/Relation$/.test(path)) return { path, namespace: 'relation' };
      if (uncalled.test(path)) return { path, namespace: 'uncalled' };
      return idle.test(path) ? { path: 'idle', namespace: 'idle' } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'uncalled' }, ({ path }) => ({
      contents: `module.exports = new Proxy(function () {}, {
        get: missing,
        apply: missing,
      });
      function missing() {
        throw new Error('${path} of @mswjs/data was left out of the bundle: the fake does not use it.');
      }`,
    }));
    // Whatever is read of it, called or constructed is itself.
    onLoad({ filter: /.*/, namespace: 'idle' }, () => ({
      contents: `const idle = new Proxy(function () { return idle; }, { get: () => idle });
      module.exports = idle;`,
    }));
    // The model has no relations: nothing is an instance.
    onLoad({ filter: /.*/, namespace: 'relation' }, () => ({
      contents: 'exports.Relation = class {}; exports.RelationKind = {};',
    }));
    // It asks for all of lodash to call one function.
    onLoad({ filter: /.*/, namespace: 'one-of-lodash' }, () => ({
      contents: "exports.isFunction = require('lodash/isFunction');",
      resolveDir: import.meta.dirname,
    }));
  },
};
