import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Import {
  /** The importing file, from the project's root. */
  readonly from: string;
  /** A file of the project from its root, or a package's name as it is written. */
  readonly to: string;
  readonly isTypeOnly: boolean;
  /** Whether it is loaded when the code comes to it, not at the start. */
  readonly isDynamic: boolean;
}

/** Returns every file of the folders given, from the project's root. */
export function sourceFiles(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`)
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts')),
  );
}

/** Returns every import and re-export of a file, the dynamic ones included. */
export function importsOf(file: string): Import[] {
  const code = readFileSync(join(root, file), 'utf8');
  const statements = code.matchAll(/^\s*(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm);
  const calls = code.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g);
  return [
    ...[...statements].map(([, type, to = '']) => ({
      from: file,
      to: resolve(file, to),
      isTypeOnly: type !== undefined,
      isDynamic: false,
    })),
    ...[...calls].map(([, to = '']) => ({ from: file, to: resolve(file, to), isTypeOnly: false, isDynamic: true })),
  ];
}

function resolve(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  const path = normalize(join(dirname(file), specifier));
  const ofPage = path.replace(/\.js$/, '.tsx');
  return existsSync(join(root, ofPage)) ? ofPage : path.replace(/\.js$/, '.ts');
}
