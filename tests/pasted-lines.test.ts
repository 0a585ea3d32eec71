// Long: lines of the docs work when they are pasted into a shell.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { codeBlocks } from './code-blocks.js';
import { temporaryFolder } from './temporary-file.js';

const root = new URL('../', import.meta.url);
const cli = fileURLToPath(new URL('dist/cli/main.js', root));
const canRun = ['bash', 'curl'].every((program) => spawnSync(program, ['--version']).status === 0);

/** A line of the page as a reader pastes it, and the statuses that its comment promises. */
interface Line {
  readonly command: string;
  readonly statuses: readonly string[];
}

test.skipIf(!canRun).for([
  ['docs/control-room.md', 30],
  ['SKILL.md', 25],
] as const)('every line of %s works when pasted in order (needs bash and curl)', async ([page, fewest]) => {
  const lines = shellLines(page);
  expect(lines.length).toBeGreaterThan(fewest);
  const outputs = await paste(lines, await startServer());
  for (const [index, { command, statuses }] of lines.entries()) {
    const { output, code } = outputs[index] ?? { output: '', code: '' };
    // curl stops reading the endless stream of events after --max-time.
    expect({ command, code }).toEqual({ command, code: command.includes('/events') ? '28' : '0' });
    expect({ command, output }).not.toEqual({ command, output: expect.stringMatching(/^\{"code":/) });
    if (statuses.length > 0) {
      expect({ command, statuses: output.match(/\b[2-5]\d\d\b/g) }).toEqual({ command, statuses });
    }
  }
});

function shellLines(page: string): Line[] {
  return codeBlocks(page, 'sh')
    .flatMap((block) => block.split('\n'))
    .filter((line) => line.trim() !== '' && !line.startsWith('#') && !/^(?:npx --no )?petstore-mock serve/.test(line))
    .map((line) => {
      const [, command = line, comment = ''] = /^(.*?)\s{2,}#\s(.*)$/.exec(line) ?? [];
      return { command, statuses: comment.match(/\b[2-5]\d\d\b/g) ?? [] };
    });
}

/** Starts the server of the page on a free port; returns its origin. */
async function startServer(): Promise<string> {
  const child = spawn(process.execPath, [cli, 'serve', '--port', '0', '--admin-token', 'local-admin', '--log', 'off']);
  onTestFinished(async () => {
    child.kill();
    await once(child, 'exit');
  });
  for await (const line of createInterface(child.stdout)) {
    const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (origin !== undefined) return origin;
  }
  throw new Error('The server ended before it listened.');
}

/** Runs the lines in one shell; returns the output and exit code of each. */
async function paste(lines: readonly Line[], origin: string): Promise<{ output: string; code: string }[]> {
  const script = lines
    .map(
      ({ command }) =>
        `${command.replaceAll('http://127.0.0.1:4290', origin).replace('npx --no petstore-mock', `node ${cli}`)}\nprintf '\\x1e%s\\x1f' $?`,
    )
    .join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: await temporaryFolder() });
  return stdout.split('\x1f').map((part) => {
    const [output = '', code = ''] = part.split('\x1e');
    return { output: output.trim(), code };
  });
}
