import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** Word lists, enumerations, single instances and other constants. */
const constants = /(?<=[:=[])`[^`\\]*`\.split\(|Object\.fromEntries\(|(?<==)function\(e\)\{|(?<==)new \$(?=;)|\bz\(/g;
const merged = /(?<==)\{\.\.\.\w+,[^}]*\}/g;
/** The parts of a `SimpleFaker` that the fixtures do not call. */
const uncalled = /\b(?:datatype|date|location|string)=new \w+\(this\);/g;

/**
 * Marks what faker computes when it is loaded as free of side effects, since esbuild cannot know that of `'…'.split('.')`, and
 * leaves out the parts of its class that the fixtures do not use.
 */
export const leftOutOfFaker: Plugin = {
  name: 'left-out-of-faker',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]@faker-js[\\/]faker[\\/]dist[\\/]base-[\w-]+\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8'))
        .replaceAll(constants, '/* @__PURE__ */ $&')
        .replaceAll(merged, '/* @__PURE__ */ (() => ($&))()')
        .replaceAll(uncalled, ''),
    }));
  },
};
