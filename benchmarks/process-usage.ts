import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Linux counts CPU time in hundredths of a second on every platform that Node runs on. */
const TICK_SECONDS = 0.01;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** CPU seconds that a process has used, all threads together; NaN without /proc. */
export function cpuSeconds(pid: number): number {
  const stat = readProc(pid, 'stat');
  // The second field, the program's name, may hold blanks; counting begins behind its closing bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * TICK_SECONDS;
}

/** Resident memory of a process in megabytes (10^6 bytes); NaN without /proc. */
export function residentMegabytes(pid: number): number {
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(readProc(pid, 'status'))?.[1]) * 1024) / 1e6;
}

/** Waits until a process rests: what a load leaves behind, garbage to collect above all, is not the next one's. At most five seconds. */
export async function untilAtRest(pid: number): Promise<void> {
  for (let waits = 0; waits < 50; waits += 1) {
    const before = cpuSeconds(pid);
    await setTimeout(100);
    if (!(cpuSeconds(pid) - before > TICK_SECONDS)) return;
  }
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
