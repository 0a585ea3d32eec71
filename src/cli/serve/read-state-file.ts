import { parseState, type SavedState } from '../../../mocks/state/saved-state.js';
import { readTextFile } from '../../files/read-file.js';

/** Reads a state file. Throws an InputError with the place of a problem. */
export function readStateFile(name: string, flag: '--state' | '--from-state'): SavedState {
  const remedy = `Name a state file: ${flag} petstore-state.json`;
  return parseState(readTextFile(name, `Reading the state ${name}`, remedy), name);
}
