// @vitest-environment node
import { build, type Rollup } from 'vite';
import { expect, it, onTestFinished, vi } from 'vitest';

it('keeps the fake out of the production build', async () => {
  // Vitest says `test`, and Vite would take that for development.
  vi.stubEnv('NODE_ENV', 'production');
  onTestFinished(() => void vi.unstubAllEnvs());

  const { output } = (await build({ logLevel: 'silent', build: { write: false } })) as Rollup.RollupOutput;

  const modules = output.flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []));
  expect(modules.filter((module) => module.includes('/src/api/'))).not.toEqual([]);
  expect(modules.filter((module) => /\/src\/dev\/|\/msw\/|\/dist\/|petstore-mock/.test(module))).toEqual([]);
  expect(output.map(({ fileName }) => fileName)).not.toContain('mockServiceWorker.js');
});
