import type { PartialBehaviour } from '../src/spec/validation/parse-behaviour.js';
import type { Deployment } from './imitation/deployment.js';

/** What joins a world to the server that it lives in; a world without a server has none of it. */
export interface WorldLinks {
  /** Whether the world knows the sample keys; default true. */
  readonly hasSampleKeys?: boolean;
  /** Creates the text of a key that is given out, another one each time; left out, they are `minted_1`, `minted_2` and so on. */
  readonly nextKey?: () => string;
  /** Returns what the 401 says to a key that the world does not know; undefined for one of which there is nothing to say. */
  readonly explainUnknownKey?: (key: string) => string | undefined;
  /** Returns the secrets of the server that stand in a text: the journal shows none of them. */
  readonly secretsIn?: (text: string) => readonly string[];
  /** The deployment to imitate, in the place of the option `profile`: all worlds of a server share what was read of it. */
  readonly deployment?: Deployment | undefined;
  /** Answers to open questions where neither the option nor the profile has one; left out, and for the rest, the defaults. */
  readonly behaviour?: PartialBehaviour;
  /** How many bytes of bodies the journal may remember at this moment; left out, 64 MiB. */
  readonly journalBytes?: () => number;
}
