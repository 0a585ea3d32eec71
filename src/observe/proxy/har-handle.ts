import type { FileHandle } from 'node:fs/promises';

/** What of a file a recording needs. */
export type HarHandle = Pick<FileHandle, 'read' | 'write' | 'truncate' | 'stat' | 'close'>;
