import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Files share a process: 16 seconds instead of 73. No module keeps state that a test could see.
    isolate: false,
    maxWorkers: 2,
    // Some tests start processes, and two workers share two cores with them: a busy machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src', 'mocks', 'fixtures', 'contract-tests', 'tests'].map((folder) => `${folder}/**/*.test.ts`),
          setupFiles: 'tests/same-draws.setup.ts',
        },
      },
      {
        extends: true,
        // The page of the control room in jsdom, on a fake that is really served.
        test: {
          name: 'page',
          include: ['tests/dashboard/**/*.test.tsx'],
          environment: './tests/dashboard/page-environment.ts',
          setupFiles: 'tests/dashboard/page.setup.ts',
        },
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
      },
      {
        extends: true,
        // What our own files import; @mswjs/data keeps the msw that it asks for.
        resolve: { alias: [{ find: /^msw(?=\/|$)/, replacement: 'msw-3' }] },
        test: {
          name: 'msw-3',
          env: { MSW_MAJOR: '3' },
          include: [
            'mocks/{handlers,handlers-faults,jsdom}.test.ts',
            'mocks/edges/{msw/node,vitest/*}.test.ts',
            'tests/edges/*-answers.test.ts',
            'tests/observe/*.test.ts',
          ],
          setupFiles: 'tests/edges/msw-3.setup.ts',
        },
      },
    ],
  },
});
