import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { leftOutOfData } from './left-out-of-data.js';
import { leftOutOfFaker } from './left-out-of-faker.js';

/** What a page's bundle holds of the fake, minified. */
export interface BundleSize {
  /** The import that makes it. */
  readonly code: string;
  readonly bytes: number;
  readonly gzipBytes: number;
  /** Bytes by package, those of the fake itself under its own name; the largest first. */
  readonly parts: readonly (readonly [name: string, bytes: number])[];
}

const root = fileURLToPath(new URL('..', import.meta.url));

/** What users import, and the file that it comes from. */
const imports = [
  { code: "import { setupPetstoreWorker } from 'petstore-mock/browser'", from: 'src/entries/browser.ts' },
  { code: "import { createPetstore } from 'petstore-mock'", from: 'src/index.ts' },
  { code: "import { petstoreMatchers } from 'petstore-mock/matchers'", from: 'src/entries/matchers.ts' },
  { code: "import { schemas } from 'petstore-mock'", from: 'src/index.ts' },
];

/** Bundles each import for the browser as a build for production would. */
export async function measureBundles(): Promise<BundleSize[]> {
  return Promise.all(
    imports.map(async ({ code, from }) => {
      const name = /\{ (\w+) \}/.exec(code)?.[1];
      const { outputFiles, metafile } = await build({
        stdin: { contents: `import { ${name} } from './${from}'; console.log(${name});`, resolveDir: root },
        bundle: true,
        minify: true,
        format: 'esm',
        platform: 'browser',
        target: 'es2022',
        metafile: true,
        write: false,
        plugins: [leftOutOfData, leftOutOfFaker],
      });
      const [file] = outputFiles;
      if (file === undefined) throw new Error(`${code} makes no bundle.`);
      return { code, bytes: file.contents.length, gzipBytes: gzipSync(file.contents).length, parts: partsOf(metafile) };
    }),
  );
}

function partsOf({ outputs }: Metafile): [string, number][] {
  const sizes = new Map<string, number>();
  for (const output of Object.values(outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? 'petstore-mock';
      sizes.set(name, (sizes.get(name) ?? 0) + bytesInOutput);
    }
  }
  return [...sizes].sort(([, a], [, b]) => b - a);
}
