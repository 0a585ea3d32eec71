import { arch, availableParallelism, platform, totalmem } from 'node:os';

/** The machine in general terms: enough to judge the numbers, nothing that names it. */
export function describeMachine(): string {
  const cores = availableParallelism();
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  return `${cores} ${cores === 1 ? 'core' : 'cores'}, ${gibibytes} GiB of memory, ${platform()} on ${arch()}, Node ${process.version.slice(1)}`;
}
