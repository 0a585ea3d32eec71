import type { ServeLog } from './serve-log.js';

/** A file that can be read again while the server runs. */
export interface Reloadable {
  readonly file: string;
  /** Reads it and puts it to use; answers what has changed. Throws when it cannot be used, and then changes nothing. */
  readonly reload: () => string | Promise<string>;
}

/** Reloads files when they change, until it is closed. What cannot be used is reported, and the old state stays. */
export async function watchFiles(
  reloadables: readonly Reloadable[],
  log: Pick<ServeLog, 'note' | 'problem'>,
): Promise<{ close(): Promise<void> }> {
  const { watch } = await import('chokidar');
  const watchers = reloadables.map(({ file, reload }) => {
    const reloadAgain = inTurn(async () => {
      try {
        log.note(`Reloaded ${file}: ${await reload()}.`);
      } catch (error) {
        log.problem(`${error instanceof Error ? error.message : error} The server goes on with what it had.`);
      }
    });
    return watch(file, { ignoreInitial: true, awaitWriteFinish: { stabilityThreshold: 60, pollInterval: 20 } })
      .on('add', reloadAgain)
      .on('change', reloadAgain)
      .on('unlink', () => log.problem(`${file} is gone. The server goes on with what it had.`))
      .on('error', (error) => log.problem(`${file} cannot be watched: ${String(error)}`));
  });
  await Promise.all(watchers.map((watcher) => new Promise<void>((resolve) => watcher.once('ready', resolve))));
  return {
    close: async () => {
      await Promise.all(watchers.map((watcher) => watcher.close()));
    },
  };
}

/** Lets one run end before the next begins. */
function inTurn(run: () => Promise<void>): () => void {
  let last = Promise.resolve();
  return () => {
    last = last.then(run);
  };
}
