import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** Bundles a file beside this one for a page. It fails on every import of `node:*`, so its success is a test, too. */
export async function bundlePage(entry: string, plugins: Plugin[] = []): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
    plugins,
  });
  return outputFiles[0]?.text ?? '';
}
