/** What jest says of the file that it wants to load. */
interface TransformOptions {
  readonly supportsStaticESM: boolean;
}

/**
 * Makes an ES module of a package loadable by jest's `require`: Node's own loader loads it, outside of jest's sandbox, where
 * `require` takes ES modules. Nothing has to be compiled, whichever compiler the project has.
 */
export function process(source: string, _path: string, { supportsStaticESM }: TransformOptions): { code: string } {
  if (supportsStaticESM) return { code: source };
  return {
    code: `const { createRequire } = require('node:vm').runInThisContext("process.getBuiltinModule('node:module')");
module.exports = createRequire(__filename)(__filename);
`,
  };
}
