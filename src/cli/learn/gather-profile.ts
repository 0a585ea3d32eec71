import { learnProfile } from '../../fidelity/learn/learn-profile.js';
import type { Profile } from '../../fidelity/profile/profile.js';
import { gather } from '../check/check-service.js';
import type { CheckSettings } from '../check/check-settings.js';
import type { Gathered, SuiteContext } from '../check/gathered.js';
import type { Terminal } from '../terminal.js';

/** What was learned, and from what. */
export interface GatheredProfile extends Gathered {
  readonly profile: Profile;
}

/** Learns a deployment or, with `from`, a recording. Throws an InputError, and sends nothing, for invalid input or if the user declines. */
export async function gatherProfile(
  settings: CheckSettings,
  context: SuiteContext,
  terminal: Terminal,
): Promise<GatheredProfile> {
  const gathered = await gather({ ...settings, isLearning: true }, context, terminal);
  const kind = settings.from === undefined ? 'run' : 'recording';
  const facts = { ...gathered, learnedAtMs: Date.now(), kind } as const;
  return { ...gathered, profile: learnProfile(gathered.transcript, gathered.settings, facts) };
}
