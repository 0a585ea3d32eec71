import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface RunningFake {
  readonly url: string;
  readonly adminUrl: string;
  readonly adminToken: string;
  stop(): Promise<void>;
}

/** Starts the fake as a process of its own, as a user would: the suite knows it by its address alone. */
export async function startFake(): Promise<RunningFake> {
  const adminToken = randomUUID();
  const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
  const fake = spawn(process.execPath, ['--import', 'tsx', main, 'serve', '--port', '0', '--log', 'json'], {
    env: { ...process.env, PETSTORE_ADMIN_TOKEN: adminToken },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: fake.stdout })) {
    const { msg, url, adminUrl } = JSON.parse(line);
    if (msg !== 'listening') continue;
    fake.stdout.resume();
    const stop = async () => {
      fake.kill();
      await once(fake, 'exit');
    };
    return { url, adminUrl, adminToken, stop };
  }
  throw new Error('The fake did not start: what it said stands above.');
}
