import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { makeFolders } from '../../contract-tests/output-files.js';
import { cut, oneLine } from '../spec/quoting.js';
import { InputError } from '../spec/validation/input-error.js';
import { colorsFor, type Terminal } from './terminal.js';

const SCRIPT = 'mockServiceWorker.js';
const OWN_SCRIPT = /Mock Service Worker/;

/**
 * Copies the worker script of the project's own msw to where its pages are served from, and prints the lines to add.
 * Throws an InputError, and writes nothing, where there is no msw, no such folder can be, or another file has that name.
 */
export function initWorker(target: string, terminal: Terminal): void {
  const attempted = `Copying msw's worker script to ${cut(target)}`;
  if (target.trim() === '') {
    throw new InputError(attempted, 'the folder has no name', 'Name the folder your pages are served from: public');
  }
  const { script, version } = readWorkerScript(attempted, terminal.folder);
  const folder = resolve(terminal.folder, target);
  if (existsSync(folder) && !statSync(folder).isDirectory()) {
    throw new InputError(attempted, 'it is no folder', 'Name the folder your pages are served from: public');
  }
  const file = join(folder, SCRIPT);
  const before = readIfThere(attempted, file);
  if (before !== undefined && !OWN_SCRIPT.test(before)) {
    const remedy = `Move ${SCRIPT} away, or name another folder: petstore-mock init static`;
    throw new InputError(attempted, `a ${SCRIPT} is there that is not msw's`, remedy);
  }
  const isNew = !existsSync(folder);
  if (before !== script) write(attempted, folder, file, script);
  const place = relative(terminal.folder, folder) || '.';
  terminal.stdout.write(instructions(place, version, before === script, isNew, terminal));
}

function readWorkerScript(attempted: string, folder: string): { script: string; version: string } {
  const require = createRequire(join(folder, 'package.json'));
  try {
    const script = readFileSync(require.resolve(`msw/${SCRIPT}`), 'utf8');
    const { version } = JSON.parse(readFileSync(require.resolve('msw/package.json'), 'utf8'));
    return { script, version };
  } catch {
    const remedy = 'Run this first, where your package.json is: npm install --save-dev msw';
    throw new InputError(attempted, `no msw is installed in ${folder}`, remedy);
  }
}

function readIfThere(attempted: string, file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    const problem = `the ${SCRIPT} that is there cannot be read: the system says ${code}`;
    throw new InputError(attempted, problem, 'Move it away, or name another folder: petstore-mock init static');
  }
}

function write(attempted: string, folder: string, file: string, script: string): void {
  try {
    makeFolders(folder);
    writeFileSync(file, script);
  } catch (error) {
    const problem = `the system says ${(error as NodeJS.ErrnoException).code}`;
    throw new InputError(attempted, problem, 'Name a folder that you may write to: public');
  }
}

function instructions(
  folder: string,
  version: string,
  isUnchanged: boolean,
  isNew: boolean,
  terminal: Terminal,
): string {
  const { bold, dim, green, yellow } = colorsFor(terminal.stdout, terminal.variables);
  const done = isUnchanged ? 'is there already' : 'written';
  const doubt = isNew ? `\n${yellow('The folder is new: are your pages served from it?')}\n` : '';
  return `${green(`${oneLine(join(folder, SCRIPT))} ${done}`)} ${dim(`(msw ${version})`)}
${doubt}
${bold('Add to the first file of your app, such as src/main.ts, before it renders:')}

  if (import.meta.env.DEV) {
    const { setupPetstoreWorker } = await import('petstore-mock/browser');
    await setupPetstoreWorker({ baseUrl: 'https://api.example.test/v1' }).start();
  }

${dim('baseUrl is where your app expects the service. Its key can be test_free, test_pro, …')}

${bold('Add to package.json, so that each installation of msw renews the script:')}

  "msw": { "workerDirectory": [${JSON.stringify(folder)}] }
`;
}
