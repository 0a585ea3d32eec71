import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'mocks/**/*.test.ts', 'fixtures/**/*.test.ts', 'tests/**/*.test.ts'],
    // Files share a process: 16 seconds instead of 73. Nothing here keeps state in a module.
    isolate: false,
    maxWorkers: 2,
  },
});
