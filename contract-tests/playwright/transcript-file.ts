import { join } from 'node:path';
import type { TargetName } from './targets.js';

/** Where the transcript of a target lies between the project that probes and the one that judges. */
export function transcriptFile(name: TargetName, outputFolder: string): string {
  return join(outputFolder, `contract-${name}`, 'transcript.har');
}
