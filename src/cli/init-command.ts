import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { explainFailedWrite } from '../files/file-problem.js';
import { makeFolders } from '../files/folders.js';
import { replaceFiles, throughLink } from '../files/replace-files.js';
import { InputError } from '../json/input-error.js';
import { cut, oneLine } from '../json/quoting.js';
import { type Colors, colorsFor, type Terminal } from './terminal.js';

const SCRIPT = 'mockServiceWorker.js';
const OWN_SCRIPT = /Mock Service Worker/;

/** Copies the worker script of the project's msw, and prints the code to add. Throws an InputError, and writes nothing, if that is impossible. */
export function initWorker(target: string, terminal: Terminal): void {
  const attempted = `Copying msw's worker script to ${cut(target)}`;
  const remedy = 'Name the folder that your pages are served from: public';
  if (target.trim() === '') throw new InputError(attempted, 'the name is empty', remedy);
  const script = readWorkerScript(attempted, terminal.folder);
  const folder = resolve(terminal.folder, target);
  const file = join(folder, SCRIPT);
  explainFailedWrite(attempted, remedy, () => {
    const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    if (before === script) return;
    if (before !== undefined && !OWN_SCRIPT.test(before)) {
      const away = `Move ${SCRIPT} away, or name another folder: petstore-mock init static`;
      throw new InputError(attempted, `its ${SCRIPT} is not a script of msw`, away);
    }
    makeFolders(folder);
    replaceFiles({ file: throughLink(file), text: script });
  });
  const place = relative(terminal.folder, folder) || '.';
  const colors = colorsFor(terminal.stdout, terminal.variables);
  terminal.stdout.write(instructions(place, colors));
}

function readWorkerScript(attempted: string, folder: string): string {
  const require = createRequire(join(folder, 'package.json'));
  try {
    return readFileSync(require.resolve(`msw/${SCRIPT}`), 'utf8');
  } catch {
    const remedy = 'First run this in the folder of your package.json: npm install --save-dev msw';
    throw new InputError(attempted, `msw is not installed in ${folder}`, remedy);
  }
}

function instructions(folder: string, { bold, dim, green }: Colors): string {
  return `${green(`${oneLine(join(folder, SCRIPT))} is ready`)}

${bold('Add to the entry file of your app, such as src/main.ts, before it renders:')}

  if (import.meta.env.DEV) {
    const { setupPetstoreWorker } = await import('petstore-mock/browser');
    await setupPetstoreWorker({ baseUrl: 'https://api.example.test/v1' }).start();
  }

${dim('baseUrl is the base URL that your app uses. API keys: test_free, test_pro, …')}

${bold('Add to package.json, so that every installation of msw updates the script:')}

  "msw": { "workerDirectory": [${JSON.stringify(folder)}] }
`;
}
