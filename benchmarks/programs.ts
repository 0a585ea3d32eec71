import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const names = [
  'floor-server',
  'fastify-server',
  'hono-server',
  'hand-written-server',
  'bare-server',
  'load-generator',
  'msw-cost',
  'world-cost',
  'many-worlds-cost',
  'entry-cost',
  'json-cost',
  'ordered-entries',
  'requests-in-turn',
  'heap-on-signal',
] as const;
export type ProgramName = (typeof names)[number];

const folder = new URL('../node_modules/.cache/petstore-benchmarks/', import.meta.url);

/**
 * Compiles the benchmark's own programs to plain JavaScript: run through a loader, they would carry its memory
 * and its wrapping of every function into the numbers. The folder lies where their packages are found.
 */
export async function compilePrograms(): Promise<void> {
  await mkdir(folder, { recursive: true });
  await build({
    entryPoints: names.map((name) => fileURLToPath(new URL(`${name}.ts`, import.meta.url))),
    outdir: fileURLToPath(folder),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    target: 'node20',
    logLevel: 'error',
  });
}

/** Where a compiled program lies. */
export function programPath(name: ProgramName): string {
  return fileURLToPath(new URL(`${name}.mjs`, folder));
}
