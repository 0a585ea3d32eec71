import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src', 'mocks', 'fixtures', 'contract-tests', 'tests'].map((folder) => `${folder}/**/*.test.ts`),
    // Files share a process: 16 seconds instead of 73. No module keeps state that a test could see.
    isolate: false,
    maxWorkers: 2,
    // Some tests start processes, and two workers share two cores with them.
    testTimeout: 20_000,
  },
});
