/**
 * Bundles what would be slow to load in pieces: the command line, where what a plain start does not need stays apart and is
 * loaded late, the entries of the library as Node imports them, the model and the fixtures with the parts of @mswjs/data and faker
 * that they use, and the page of the control room.
 */
import { existsSync } from 'node:fs';
import { chmod, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { build as buildChunks, type Plugin } from 'rolldown';
import { build as buildPage } from 'vite';
import description from '../package.json' with { type: 'json' };
import { billOfMaterials } from './bill-of-materials.js';
import { cliChunks } from './cli-chunks.js';
import { leftOutOfData } from './left-out-of-data.js';
import { leftOutOfFaker } from './left-out-of-faker.js';
import { partOfUndici } from './part-of-undici.js';
import { bundledPackages, thirdPartyNotices } from './third-party-notices.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = (file: string) => `${root}${file}`;

const bundledParts = ['mocks/stock/model', 'fixtures/catalogue'];
const parts = await build({
  bundle: true,
  format: 'esm',
  plugins: [leftOutOfData, leftOutOfFaker],
  metafile: true,
  sourcemap: true,
  logLevel: 'warning',
  entryPoints: bundledParts.map((name) => source(`${name}.ts`)),
  outbase: root,
  outdir: `${root}dist`,
  // They share these with the rest of the library.
  external: ['../src/*'],
  // They run in browsers and in Node alike.
  platform: 'browser',
  target: 'es2022',
});

/** The command line takes these parts as they were bundled; they import the rest as it does. */
const partsAsBundled: Plugin = {
  name: 'parts-as-bundled',
  async resolveId(imported, importer, options) {
    const inPart = bundledParts.some((name) => importer === source(`dist/${name}.js`));
    const from = inPart ? importer?.replace('/dist/', '/') : importer;
    const found = await this.resolve(imported, from, { ...options, skipSelf: true });
    const part = bundledParts.find((name) => found?.id === source(`${name}.ts`));
    return part === undefined ? found : source(`dist/${part}.js`);
  },
};

/** In Node, each test file would load all of msw 2 for the part that it needs. */
const partOfMsw: Plugin = {
  name: 'part-of-msw',
  resolveId: (imported, importer) =>
    importer?.startsWith(source('mocks/')) && imported.endsWith('/msw.js')
      ? source('mocks/edges/msw/msw-in-node.ts')
      : undefined,
};

// Chunks carry a hash in their names: those of an earlier build would stay.
await rm(`${root}/dist/cli`, { recursive: true, force: true });
const [main, contract] = [source('src/cli/main.ts'), source('src/entries/contract.ts')];
const cli = await buildChunks({
  // The check as a function shares its files.
  input: { main, contract },
  plugins: [partsAsBundled, partOfUndici],
  platform: 'node',
  // Packages that are loaded late or not at all, or need `__dirname`; they come with the installed package,
  // or beside it.
  external: ['msw', 'prom-client', 'redis'],
  preserveEntrySignatures: 'allow-extension',
  output: {
    dir: `${root}/dist/cli`,
    // Node loads CommonJS in two thirds of the time of ES modules, which it reads one after the other.
    format: 'cjs',
    chunkFileNames: '[name]-[hash].js',
    comments: false,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        cliChunks(main, {
          serve: source('src/cli/serve/serve-command.ts'),
          check: source('src/cli/check/check-command.ts'),
          report: source('src/cli/check/check-output.ts'),
          contract,
        }),
      ],
    },
  },
});
await chmod(`${root}/dist/cli/main.js`, 0o755);
await writeFile(`${root}/dist/cli/package.json`, '{ "type": "commonjs" }\n');

// Its types are all that it needs of many files, so only those that lead to others are kept.
const emitted = new Set(['src/entries/contract.d.ts']);
for (const file of emitted) {
  const types = await readFile(`${root}dist/contract/${file}`, 'utf8');
  for (const [, name = ''] of types.matchAll(/(?:from |import\()["'](\.[^"']+)\.js["']/g)) {
    emitted.add(`${posix.join(posix.dirname(file), name)}.d.ts`);
  }
}
for (const file of emitted) {
  const [from, to] = [`${root}dist/contract/${file}`, `${root}dist/${file}`];
  if (!existsSync(to)) await cp(from, to);
}
await rm(`${root}dist/contract`, { recursive: true });

/** The entries of the package, as `exports` names them. */
const entries = {
  index: source('src/index.ts'),
  admin: source('src/entries/admin.ts'),
  jest: source('src/entries/jest.ts'),
  matchers: source('src/entries/matchers.ts'),
  node: source('src/entries/node.ts'),
};

/** Bundles entries into one file each, and what they share. What is installed beside the package stays outside. */
async function bundleLibrary(format: 'es' | 'cjs', folder: string, input: Record<string, string>) {
  const beside = Object.keys({ ...description.peerDependencies, vitest: '' });
  return buildChunks({
    input,
    plugins: format === 'es' ? [partOfMsw, partsAsBundled] : [partsAsBundled],
    platform: 'node',
    external: beside.map((name) => new RegExp(`^${name}(?:/|$)`)),
    preserveEntrySignatures: 'allow-extension',
    output: {
      dir: `${root}dist/${folder}`,
      format,
      sourcemap: format === 'es',
      chunkFileNames: 'shared-[hash].js',
      comments: false,
    },
  });
}

// Node finds, reads and links 20 files in the time that it takes for a few dozen lines of each of 170: every test file pays that.
// Bundlers take the separate files, of which they leave out more.
const forNode = await bundleLibrary('es', 'node', {
  ...entries,
  browser: source('src/entries/browser.ts'),
  observe: source('src/entries/observe.ts'),
  'observe-playwright': source('src/entries/observe-playwright.ts'),
  playwright: source('src/entries/playwright.ts'),
  storybook: source('src/entries/storybook.ts'),
  vitest: source('src/entries/vitest.ts'),
});

// Whoever imports the package gets an ES module, as its types say.
await writeFile(`${root}/dist/node/contract.js`, "export * from '../cli/contract.js';\n");

// For jest, which cannot require ES modules. Everything else that requires the package gets its ES modules (`module-sync`), so no
// process has it twice.
const commonJs = await bundleLibrary('cjs', 'commonjs', {
  ...entries,
  'jest-preset': source('src/entries/jest-preset.ts'),
  'jest-transformer': source('src/entries/jest-transformer.ts'),
});
await writeFile(`${root}/dist/commonjs/package.json`, '{ "type": "commonjs" }\n');

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

const chunkModules = [...cli.output, ...forNode.output, ...commonJs.output].flatMap((file) =>
  file.type === 'chunk' ? file.moduleIds : [],
);
const inputs = [...Object.keys(parts.metafile.inputs), ...chunkModules, ...pageModules];
const bundled = await bundledPackages(inputs, root);
await writeFile(`${root}/dist/third-party-notices.txt`, await thirdPartyNotices(bundled));
await writeFile(`${root}/dist/sbom.cdx.json`, billOfMaterials(bundled, root));
