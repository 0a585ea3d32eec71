/** Bundles the command line, so that it starts fast: what a plain start does not need stays apart and is loaded late. */
import { chmod, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const outdir = `${root}/dist/cli`;

/** Packages that are loaded late or not at all; they come with the installed package. */
const external = ['msw', 'pino', 'pino-pretty', 'chokidar', 'undici', 'fast-check'];

/**
 * The parts of @mswjs/data behind `toHandlers()` and `toGraphQLSchema()`, which the fake never calls.
 * They alone load msw, graphql and pluralize, and would take more time to start than all the rest.
 */
const withoutGenerators: Plugin = {
  name: 'without-generators',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/generate(?:Rest|GraphQL)Handlers$/ }, ({ path, importer }) =>
      /[\\/]@mswjs[\\/]data[\\/]/.test(importer) ? { path, namespace: 'left-out' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, {
        get() {
          throw new Error('${path} of @mswjs/data was left out of the bundle: the fake does not use it.');
        },
      });`,
    }));
  },
};

// Chunks carry a hash in their names: those of an earlier build would stay.
await rm(outdir, { recursive: true, force: true });
await build({
  entryPoints: [`${root}/src/cli/main.ts`],
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external,
  plugins: [withoutGenerators],
  banner: {
    // CommonJS inside asks for Node's own modules with `require`, which an ES module does not have.
    js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
await chmod(`${outdir}/main.js`, 0o755);
