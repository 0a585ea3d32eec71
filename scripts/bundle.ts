/**
 * Bundles what would be slow to load in pieces: the command line, where what a plain start does not need stays apart and is
 * loaded late, the model and the fixtures with the parts of @mswjs/data and faker that they use, and the page of the control room.
 * The rest of the library stays in separate files.
 */
import { chmod, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { build as buildPage } from 'vite';
import { billOfMaterials } from './bill-of-materials.js';
import { leftOutOfData } from './left-out-of-data.js';
import { leftOutOfFaker } from './left-out-of-faker.js';
import { bundledPackages, thirdPartyNotices } from './third-party-notices.js';

const root = fileURLToPath(new URL('..', import.meta.url));

const common = {
  bundle: true,
  format: 'esm',
  plugins: [leftOutOfData, leftOutOfFaker],
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;

// Chunks carry a hash in their names: those of an earlier build would stay.
await rm(`${root}/dist/cli`, { recursive: true, force: true });
const cli = await build({
  ...common,
  entryPoints: {
    main: `${root}/src/cli/main.ts`,
    // A thread starts with its own file.
    'observer-worker': `${root}/src/observe/proxy/observer-worker.ts`,
  },
  outdir: `${root}/dist/cli`,
  splitting: true,
  platform: 'node',
  target: 'node20',
  // Packages that are loaded late or not at all, or need `__filename`; they come with the installed package,
  // or beside it.
  external: ['msw', 'pino', 'prom-client', 'chokidar', 'undici', 'fast-check', 'redis'],
  banner: {
    // CommonJS inside asks for Node's own modules with `require`, which an ES module does not have.
    js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
  },
});
await chmod(`${root}/dist/cli/main.js`, 0o755);

const parts = await build({
  ...common,
  entryPoints: [`${root}/mocks/model.ts`, `${root}/fixtures/catalogue.ts`],
  outbase: root,
  outdir: `${root}/dist`,
  // They share these with the rest of the library.
  external: ['../src/*'],
  // It runs in browsers and in Node alike.
  platform: 'browser',
  target: 'es2022',
});

const pageModules: string[] = [];
await buildPage({
  configFile: `${root}/src/dashboard/vite.config.ts`,
  logLevel: 'warn',
  plugins: [
    {
      name: 'list-modules',
      buildEnd() {
        pageModules.push(...this.getModuleIds());
      },
    },
  ],
});

const inputs = [...[cli, parts].flatMap(({ metafile }) => Object.keys(metafile.inputs)), ...pageModules];
const bundled = await bundledPackages(inputs, root);
await writeFile(`${root}/dist/third-party-notices.txt`, await thirdPartyNotices(bundled));
await writeFile(`${root}/dist/sbom.cdx.json`, billOfMaterials(bundled, root));
