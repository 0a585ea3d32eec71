import { arch, availableParallelism, loadavg, platform, totalmem } from 'node:os';

/** The machine in general terms: enough to judge the numbers, nothing that names it. */
export function describeMachine(): string {
  const cores = availableParallelism();
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  return `${cores} ${cores === 1 ? 'core' : 'cores'}, ${gibibytes} GiB of memory, ${platform()} on ${arch()}, Node ${process.version.slice(1)}`;
}

/** Returns a warning when others keep the machine busy: the numbers of that run are theirs, too. */
export function busyWarning(): string | undefined {
  const [load = 0] = loadavg();
  if (load < availableParallelism() / 4) return undefined;
  return `The machine is busy (load ${load.toFixed(1)}): wait, or do not trust what follows.`;
}
