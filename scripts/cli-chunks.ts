import type { CodeSplittingGroup } from 'rolldown';

/** Makes a group: everything that a file imports, and what that imports, without what is imported late. */
type Reach = (file: string) => ReadonlySet<string>;

/**
 * Divides the command line into few chunks, since every file that is loaded takes time: what any command needs first, what only
 * `serve` or only `check` needs, what both need, and what `check` needs to judge and report; of the latter two also what the entry
 * `contract` loads at its start. Whatever else is loaded late has chunks of its own.
 */
export function cliChunks(
  entry: string,
  files: { readonly serve: string; readonly check: string; readonly report: string; readonly contract: string },
): CodeSplittingGroup {
  let chunkOf: ((file: string) => string | null) | undefined;
  return {
    debugName: 'cli',
    name(file, context) {
      chunkOf ??= chunks((start) => {
        const reached = new Set([start]);
        for (const one of reached) for (const next of context.getModuleInfo(one)?.importedIds ?? []) reached.add(next);
        return reached;
      });
      return chunkOf(file);
    },
  };

  function chunks(reach: Reach): (file: string) => string | null {
    const { serve: server, check: checker, report: reporter } = files;
    const [first, serve, check, report, contract] = [entry, server, checker, reporter, files.contract].map(reach) as [
      Set<string>,
      Set<string>,
      Set<string>,
      Set<string>,
      Set<string>,
    ];
    return (file) => {
      // It acts when it is loaded, so no other chunk may hold it.
      if (file === entry) return null;
      if (first.has(file)) return 'first';
      if (serve.has(file)) return check.has(file) || contract.has(file) || report.has(file) ? 'both' : 'serve';
      if (check.has(file)) return contract.has(file) ? 'verdicts' : 'check';
      if (report.has(file)) return contract.has(file) ? 'rules' : 'report';
      return null;
    };
  }
}
