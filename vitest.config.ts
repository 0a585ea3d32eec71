import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'mocks/**/*.test.ts', 'fixtures/**/*.test.ts', 'tests/**/*.test.ts'],
    maxWorkers: 2,
  },
});
