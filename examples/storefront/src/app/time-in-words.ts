/** Writes a length of time: `42 s`, `4:05 min`, `3 h`. */
export function lengthInWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds < 100) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
  return `${Math.round(seconds / 3600)} h`;
}

/** Writes a moment of today: `14:05:09`. */
export function clockTime(ms: number): string {
  return new Date(ms).toLocaleTimeString('en-GB');
}

/** Writes a day: `31 Dec 2027`. Headers tell days in UTC. */
export function day(ms: number): string {
  return new Date(ms).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
}
