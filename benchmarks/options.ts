import { parseArgs } from 'node:util';
import { type Part, parts } from './parts.js';

/** What the inner loop of development looks at. */
const quickParts: readonly Part[] = ['http', 'proxy', 'start'];
const allParts = Object.keys(parts) as Part[];

export interface BenchmarkOptions {
  /** Fewer and shorter rounds, and the main targets only. */
  readonly quick: boolean;
  readonly parts: readonly Part[];
  /** Whether docs/performance.md is written. */
  readonly write: boolean;
  /** Whether the product is built first; else `dist` is measured as it stands. */
  readonly build: boolean;
}

export const usage = `Usage: npm run bench -- [--quick] [--only ${allParts.join('|')}]... [--write] [--no-build]`;

/** Reads the command line. Throws where it cannot be used. */
export function readOptions(args: string[]): BenchmarkOptions {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      write: { type: 'boolean', default: false },
      build: { type: 'boolean', default: true },
    },
  });
  const unknown = values.only.find((part) => !Object.hasOwn(parts, part));
  if (unknown !== undefined) throw new Error(`--only ${unknown}: unknown part. Try --only ${allParts[0]}.`);
  if (values.write && (values.quick || values.only.length > 0)) {
    throw new Error('--write needs a whole run: leave --quick and --only out.');
  }
  const chosen = allParts.filter((part) => values.only.includes(part));
  const standard = values.quick ? quickParts : allParts;
  return {
    quick: values.quick,
    parts: chosen.length > 0 ? chosen : standard,
    write: values.write,
    build: values.build,
  };
}
