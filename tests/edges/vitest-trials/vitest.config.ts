import { defineConfig } from 'vitest/config';

const include = ['*.trial.ts'];

export default defineConfig({
  test: {
    maxWorkers: 1,
    // It would lie in this folder.
    cache: false,
    provide: { petstoreOptions: { pets: 7 } },
    projects: [
      { extends: true, test: { name: 'node', include, pool: 'forks' } },
      { extends: true, test: { name: 'jsdom', include, pool: 'threads', isolate: false, environment: 'jsdom' } },
    ],
  },
});
