import type { Plugin } from 'esbuild';

/**
 * Leaves out of @mswjs/data what the fake never calls: `toHandlers()`, `toGraphQLSchema()`, queries and comparing dates. They
 * alone load msw, graphql, pluralize and date-fns: most of the package's weight, and a second msw where the user has version 3.
 */
export const leftOutOfData: Plugin = {
  name: 'left-out-of-data',
  setup({ onResolve, onLoad }) {
    onResolve(
      { filter: /\/generate(?:Rest|GraphQL)Handlers$|\/(?:executeQuery|updateEntity)$|^date-fns$/ },
      ({ path, importer }) =>
        /[\\/]@mswjs[\\/]data[\\/]/.test(importer) ? { path, namespace: 'left-out' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, {
        get() {
          throw new Error('${path} of @mswjs/data was left out of the bundle: the fake does not use it.');
        },
      });`,
    }));
    // It asks for all of lodash to call one function.
    onResolve({ filter: /^lodash$/ }, () => ({ path: 'lodash', namespace: 'one-of-lodash' }));
    onLoad({ filter: /.*/, namespace: 'one-of-lodash' }, () => ({
      contents: "exports.isFunction = require('lodash/isFunction');",
      resolveDir: import.meta.dirname,
    }));
  },
};
