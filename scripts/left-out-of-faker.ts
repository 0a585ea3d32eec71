import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Marks the word lists of faker as free of side effects: esbuild cannot know that of `'…'.split('.')`, and would keep them all
 * beside the one class that the fixtures use.
 */
export const leftOutOfFaker: Plugin = {
  name: 'left-out-of-faker',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]@faker-js[\\/]faker[\\/]dist[\\/]base-[\w-]+\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(
        /(?<=[:=[])`[^`\\]*`\.split\(|Object\.fromEntries\(/g,
        '/* @__PURE__ */ $&',
      ),
    }));
  },
};
