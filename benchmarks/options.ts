import { parseArgs } from 'node:util';

const parts = [
  'start',
  'check',
  'http',
  'memory',
  'msw',
  'world',
  'worlds',
  'control-room',
  'proxy',
  'store',
  'json',
] as const;
type Part = (typeof parts)[number];

export interface BenchmarkOptions {
  /** A smoke run: everything once and briefly. Its numbers mean nothing. */
  readonly quick: boolean;
  readonly only: ReadonlySet<Part>;
  /** Whether docs/performance.md is written. */
  readonly write: boolean;
  /** Whether the product is built first; else `dist` is measured as it stands. */
  readonly build: boolean;
}

export const usage = `Usage: npm run bench -- [--quick] [--only ${parts.join('|')}]... [--write] [--no-build]`;

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
  const unknown = values.only.find((part) => !isPart(part));
  if (unknown !== undefined) throw new Error(`--only ${unknown}: unknown part. Try --only ${parts[0]}.`);
  const only = values.only.filter(isPart);
  if (values.write && (values.quick || only.length > 0)) {
    throw new Error('--write needs a whole run: leave --quick and --only out.');
  }
  return {
    quick: values.quick,
    only: new Set(only.length > 0 ? only : parts),
    write: values.write,
    build: values.build,
  };
}

function isPart(text: string): text is Part {
  return (parts as readonly string[]).includes(text);
}
