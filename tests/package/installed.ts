import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import description from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Packed {
  /** The path of the tarball. */
  readonly tarball: string;
  readonly files: readonly { readonly path: string; readonly mode: number }[];
}

/** Another project that has the packed files installed. */
export interface Project {
  readonly folder: string;
  /** The tarball that it was installed from. */
  readonly tarball: string;
  /** Runs a command of an installed package, or `node`; returns its output. Rejects if it fails. */
  run(program: string, ...args: string[]): Promise<string>;
  remove(): Promise<void>;
}

/** Packs the output of `npm run build` in `dist`. */
export async function pack(folder: string): Promise<Packed> {
  const printed = await execute('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], root);
  const [{ filename, files }] = JSON.parse(printed);
  return { tarball: join(folder, filename), files };
}

/**
 * Creates a project of these files with the packed package in its node_modules, and beside it only what the package declares
 * (dependencies and peers) and `others`: a dependency that is used but not declared is not found. Its commands see `variables`. The packages come from
 * this repository's own installation, so that every run tests the same versions.
 */
export async function installProject(
  files: Readonly<Record<string, string>>,
  others: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-mock-'));
  const modules = join(folder, 'node_modules');
  const own = join(modules, 'petstore-mock');
  await mkdir(own, { recursive: true });
  const { tarball } = await pack(folder);
  await execute('tar', ['-xf', tarball, '-C', own, '--strip-components=1'], folder);
  const { dependencies, peerDependencies, peerDependenciesMeta } = description;
  for (const name of [...Object.keys({ ...dependencies, ...peerDependencies, ...peerDependenciesMeta }), ...others]) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(root, 'node_modules', name), join(modules, name), 'dir');
  }
  for (const [name, text] of Object.entries({ 'package.json': '{ "type": "module" }', ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return {
    folder,
    tarball,
    run: (program, ...args) =>
      program === 'node'
        ? execute(process.execPath, args, folder, variables)
        : execute(process.execPath, [join(root, 'node_modules/.bin', program), ...args], folder, variables),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Runs a program without the user's environment. */
async function execute(program: string, args: readonly string[], cwd: string, variables = {}): Promise<string> {
  const { PATH, PETSTORE_CHROMIUM } = process.env;
  const env = {
    PATH,
    HOME: tmpdir(),
    NO_COLOR: '1',
    ...variables,
    ...(PETSTORE_CHROMIUM === undefined ? {} : { PETSTORE_CHROMIUM }),
  };
  try {
    return (await promisify(execFile)(program, args, { cwd, env })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}
