import { builtinEnvironments, type Environment } from 'vitest/runtime';

/** jsdom for tests that also run a server: modules stay those of Node, whose `import.meta.url` is a file. */
export default { ...builtinEnvironments.jsdom, name: 'page', viteEnvironment: 'ssr' } satisfies Environment;
