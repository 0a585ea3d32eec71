import { fileURLToPath } from 'node:url';

/**
 * The settings of `preset: 'petstore-mock'` in jest's configuration. msw's CommonJS build requires packages that have only ES
 * modules: Node loads them. Everything else is compiled as jest does by default, or by the project's own `transform`.
 */
export const transform = {
  '/node_modules/(?:rettime|until-async|@open-draft)/': fileURLToPath(
    new URL('./jest-transformer.js', import.meta.url),
  ),
  '\\.[jt]sx?$': 'babel-jest',
};

/** All packages except those of the first transform, which may lie in folders of pnpm or of other packages. */
export const transformIgnorePatterns = ['/node_modules/(?!(?:.*/node_modules/)?(?:rettime|until-async|@open-draft)/)'];

/** With a fake `queueMicrotask`, a response of XMLHttpRequest in jsdom never arrives: msw waits for it. */
export const fakeTimers = { doNotFake: ['queueMicrotask'] };
