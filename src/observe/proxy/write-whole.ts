import type { FileHandle } from 'node:fs/promises';

/** Writes all of some bytes, where one write may take only a part. */
export async function writeWhole(handle: Pick<FileHandle, 'write'>, bytes: Uint8Array, place: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    done += (await handle.write(bytes, done, bytes.length - done, place + done)).bytesWritten;
  }
}
