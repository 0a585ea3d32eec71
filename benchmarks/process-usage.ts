import { readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second on every platform that Node runs on. */
const TICK_SECONDS = 0.01;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** CPU seconds that a process has used, all threads together; undefined without /proc. */
export function cpuSeconds(pid: number): number | undefined {
  const stat = readProc(pid, 'stat');
  // The second field, the program's name, may hold blanks; counting begins behind its closing bracket.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * TICK_SECONDS;
}

/** Resident memory of a process in megabytes (10^6 bytes); undefined without /proc. */
export function residentMegabytes(pid: number): number | undefined {
  const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(readProc(pid, 'status') ?? '')?.[1];
  return kibibytes === undefined ? undefined : (Number(kibibytes) * 1024) / 1e6;
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
