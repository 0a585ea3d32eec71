import type { ChildProcess } from 'node:child_process';
import { startChild, stopChild } from './children.js';

export interface RunningServer {
  /** The base URL, ending in `/v1`. */
  readonly url: string;
  readonly pid: number;
  /** Returns what the server holds once its garbage is gone, in megabytes; for one that was started with `heap-on-signal`. */
  heldMegabytes(): Promise<number>;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;

/** Starts a server and waits for the base URL that it prints. */
export async function startServer(args: readonly string[]): Promise<RunningServer> {
  const child = startChild(args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const url = await printedUrl(child);
    return { url, pid: child.pid ?? 0, heldMegabytes: () => askHeld(child), stop: () => stopChild(child) };
  } catch (error) {
    await stopChild(child);
    throw error;
  }
}

function printedUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const timeout = setTimeout(() => reject(new Error(`No server after ${START_TIMEOUT_MS} ms`)), START_TIMEOUT_MS);
    child.once('exit', (code) => {
      clearTimeout(timeout);
      reject(new Error(`A server ended with ${code} before it listened; it had printed: ${printed}`));
    });
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      const [url] = /http:\/\/[\d.]+:\d+\/v1/.exec(printed) ?? [];
      if (url === undefined) return;
      clearTimeout(timeout);
      resolve(url);
    });
  });
}

function askHeld(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    let printed = '';
    const listen = (chunk: string) => {
      printed += chunk;
      const [, bytes] = /held (\d+) bytes\n/.exec(printed) ?? [];
      if (bytes === undefined) return;
      child.stdout?.off('data', listen);
      resolve(Number(bytes) / 1e6);
    };
    child.stdout?.on('data', listen);
    child.kill('SIGUSR2');
  });
}
