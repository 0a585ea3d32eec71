/**
 * Loaded into a server before its own program (`--import`, with --expose-gc): at SIGUSR2 it collects the garbage and prints
 * what is held then, buffers included. Resident memory alone says little: it grows with garbage that nobody was in a hurry to collect.
 */
process.on('SIGUSR2', () => {
  if (globalThis.gc === undefined) throw new Error('Start this program with --expose-gc.');
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  process.stdout.write(`held ${heapUsed + external} bytes\n`);
});
