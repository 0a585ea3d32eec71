import { defineConfig } from 'vitest/config';
import { newestPeers } from '../../vitest-5/newest-peers.js';

const include = ['mistakes.trial.ts'];

export default defineConfig({
  resolve: process.env.MSW_MAJOR === '3' ? newestPeers : {},
  test: {
    maxWorkers: 1,
    // It would lie in this folder.
    cache: false,
    provide: { petstoreOptions: { pets: 7 } },
    projects: [
      { extends: true, test: { name: 'node', include, pool: 'forks' } },
      { extends: true, test: { name: 'jsdom', include, pool: 'threads', isolate: false, environment: 'jsdom' } },
      {
        extends: true,
        test: { name: 'happy-dom', include, pool: 'threads', isolate: false, environment: 'happy-dom' },
      },
      // The client is loaded before the fake.
      {
        extends: true,
        test: { name: 'whenever', include: ['whenever.trial.ts'], pool: 'forks', setupFiles: 'kept-client.ts' },
      },
    ],
  },
});
