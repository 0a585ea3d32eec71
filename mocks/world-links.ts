import type { PartialBehaviour } from '../src/spec/validation/parse-behaviour.js';
import type { Deployment } from './imitation/deployment.js';

/** Connects a world to its server; a world without a server has no links. */
export interface WorldLinks {
  /** Whether the sample keys are valid; default true. */
  readonly hasSampleKeys?: boolean;
  /** Creates the text of a minted key, a new one each time. Default: `minted_1`, `minted_2` and so on. */
  readonly nextKey?: () => string;
  /** Returns the message of the 401 for an unknown key; undefined for the default message. */
  readonly explainUnknownKey?: (key: string) => string | undefined;
  /** Returns the server's secrets in a text: the journal shows none of them. */
  readonly secretsIn?: (text: string) => readonly string[];
  /** The deployment to imitate, instead of the option `profile`: all worlds of a server share it. */
  readonly deployment?: Deployment | undefined;
  /** Choices of open questions that neither the option nor the profile has. Default: the defaults of the questions. */
  readonly behaviour?: PartialBehaviour;
  /** Returns how many bytes of bodies the journal may hold at this moment. Default: 64 MiB. */
  readonly journalBytes?: () => number;
}
