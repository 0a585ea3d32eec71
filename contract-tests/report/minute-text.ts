/** Writes a moment (ISO 8601, UTC) to the minute: `2026-11-21 12:00`. */
export function minuteText(isoTime: string): string {
  return isoTime.slice(0, 16).replace('T', ' ');
}

/** Writes a moment (ISO 8601, UTC) to the second: `2026-11-21 12:00:07`. */
export function secondText(isoTime: string): string {
  return isoTime.slice(0, 19).replace('T', ' ');
}
