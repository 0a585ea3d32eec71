import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What `npm test` proves beside the unit tests: that the fake, the suite and the built command work together. */
const proof = [
  'tests/{edges/same-responses,journeys,faulty-services/faulty-services,fidelity/learned-once,generated-services/ten-services,package/packed-files}.test.ts',
];

const folders = ['src', 'mocks', 'fixtures', 'contract-tests', 'attack', 'benchmarks', 'tests'];

/**
 * Tests of `npm run test:long`: they start processes, need the build, run the whole suite many times, or take long. Their first
 * line says what they prove that no short test does.
 */
const long = folders
  .flatMap((folder) =>
    readdirSync(here(folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => /^(?!.*node_modules).*\.test\.ts$/.test(file))
  .filter((file) => readFileSync(here(file), 'utf8').startsWith('// Long: '));

const page = 'tests/dashboard/**/*.test.tsx';
const longPage = 'tests/dashboard/**/*-long.test.tsx';
/** The page of the control room in jsdom, on a fake that is really served. */
const inPage = { environment: './tests/dashboard/page-environment.ts', setupFiles: 'tests/dashboard/page.setup.ts' };
const jsx = { jsx: { runtime: 'automatic', importSource: 'preact' } } as const;

export default defineConfig({
  test: {
    // Files share a process: 16 seconds instead of 73. No module keeps state that a test could see.
    isolate: false,
    // The projects share transformed modules, and so does the next run.
    experimental: { fsModuleCache: true },
    maxWorkers: 3,
    // Some tests start processes, and two workers share two cores with them: a busy machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: folders.map((folder) => `${folder}/**/*.test.ts`),
          // tests/msw-3 has packages of its own.
          exclude: [...proof, ...long, '**/node_modules/**'],
          setupFiles: 'tests/same-draws.setup.ts',
        },
      },
      { extends: true, test: { name: 'proof', include: proof, setupFiles: 'tests/same-draws.setup.ts' } },
      { extends: true, test: { name: 'long', include: long, setupFiles: 'tests/same-draws.setup.ts' } },
      { extends: true, test: { name: 'page', include: [page], exclude: [longPage], ...inPage }, oxc: jsx },
      { extends: true, test: { name: 'page-long', include: [longPage], ...inPage }, oxc: jsx },
      {
        extends: true,
        // What our own files import; @mswjs/data keeps the msw that it asks for.
        resolve: { alias: [{ find: /^msw(?=\/|$)/, replacement: 'msw-3' }] },
        test: {
          name: 'msw-3',
          env: { MSW_MAJOR: '3' },
          include: [
            'mocks/{handlers,handlers-faults,jsdom}.test.ts',
            'mocks/edges/{msw/{node,shared-server},vitest/*}.test.ts',
            'tests/edges/*-responses.test.ts',
            'tests/observe/*.test.ts',
          ],
          setupFiles: ['tests/same-draws.setup.ts', 'tests/edges/msw-3.setup.ts'],
        },
      },
    ],
  },
});
