import { sampleKeys } from '../../fixtures/keys.js';
import type { Accounts } from './accounts.js';

/** Says what names a key that is known, for the remedies of errors: only a sample key by its text. Undefined where there is no key at all. */
export function keyThatWorks(accounts: Accounts): string | undefined {
  const sample = sampleKeys.find(({ key }) => accounts.ofKey(key) !== undefined);
  if (sample !== undefined) return `a sample key such as ${sample.key}`;
  const [account] = accounts.all();
  return account && `a pseudonym such as ${account.alias}`;
}
