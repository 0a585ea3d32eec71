import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  // public holds msw's worker script alone, which is for `npm run dev`.
  build: { copyPublicDir: false },
  test: {
    include: ['tests/unit/*.test.{ts,tsx}'],
    environment: 'jsdom',
    // Files share a process, which halves the time: no module keeps state that a test could see.
    isolate: false,
    setupFiles: ['tests/unit/setup.ts'],
    // A busy machine takes its time.
    testTimeout: 120_000,
  },
});
