/** The tests of the plug-ins, with what a new project gets on Node 22 and 24: vitest 5 and msw 3. `npm run test:newest` runs it. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { newestPeers } from './newest-peers.js';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: newestPeers,
  test: {
    env: { MSW_MAJOR: '3' },
    isolate: false,
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    include: [
      'mocks/{handlers,handlers-faults,jsdom}.test.ts',
      'mocks/edges/**/*.test.ts',
      'src/entries/*.test.ts',
      'tests/edges/{happy-dom,slow-responses,vitest-mistakes}.test.ts',
      'tests/observe/observed-fake.test.ts',
    ],
    setupFiles: ['tests/same-draws.setup.ts', 'tests/edges/msw-3.setup.ts'],
  },
});
