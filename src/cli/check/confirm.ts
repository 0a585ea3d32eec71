import { createInterface } from 'node:readline/promises';

/** Asks a question that takes yes or no; undefined where there is nobody to ask. Anything but yes is no. */
export type Confirm = ((question: string) => Promise<boolean>) | undefined;

/** Answers how to ask whoever sits at the terminal, if anybody does. */
export function confirmOn(stdin: NodeJS.ReadStream, stderr: NodeJS.WriteStream): Confirm {
  if (!stdin.isTTY || !stderr.isTTY) return undefined;
  return async (question) => {
    const lines = createInterface({ input: stdin, output: stderr });
    try {
      return /^y(?:es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
    } finally {
      lines.close();
    }
  };
}
