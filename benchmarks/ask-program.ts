import { once } from 'node:events';
import { startChild, stopChild } from './children.js';

/** Runs a Node program until it sends its one message, and returns that. Throws if it ends before. */
export async function askProgram(args: readonly string[]): Promise<unknown> {
  const child = startChild(args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  try {
    const ended = once(child, 'exit').then(() => undefined);
    const message = await Promise.race([once(child, 'message'), ended]);
    if (message === undefined) throw new Error(`${args.join(' ')} ended early; what it said stands above.`);
    return message[0];
  } finally {
    await stopChild(child);
  }
}
