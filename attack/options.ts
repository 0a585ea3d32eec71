import { parseArgs } from 'node:util';
import type { Attack } from './attack.js';

export interface AttackOptions {
  readonly seed: number;
  readonly scale: number;
  /** Names of the attacks to run. */
  readonly only: readonly string[];
  /** Whether the product is built first; else `dist` is attacked as it stands. */
  readonly build: boolean;
}

export function usage(attacks: readonly Attack[]): string {
  const names = attacks.map(({ name, what }) => `  ${name.padEnd(16)} ${what}`);
  return [
    'Usage: npm run attack -- [--seed 1] [--scale 1] [--only NAME]... [--no-build]',
    '--scale 0.01 tries a hundredth. Attacks:',
    ...names,
  ].join('\n');
}

/** Reads the command line. Throws where it cannot be used. */
export function readOptions(args: string[], names: readonly string[]): AttackOptions {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      seed: { type: 'string', default: '1' },
      scale: { type: 'string', default: '1' },
      only: { type: 'string', multiple: true, default: [] },
      build: { type: 'boolean', default: true },
    },
  });
  const unknown = values.only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`--only ${unknown}: unknown attack. Try --only ${names[0]}.`);
  const [seed, scale] = [Number(values.seed), Number(values.scale)];
  if (!Number.isSafeInteger(seed)) throw new Error(`--seed ${values.seed}: expected a whole number, such as 1.`);
  if (!(scale > 0 && scale <= 100)) throw new Error(`--scale ${values.scale}: expected a number, such as 0.1.`);
  return { seed, scale, only: values.only.length > 0 ? values.only : names, build: values.build };
}
