import type { Verdict } from '../../judge/judge.js';
import { learnProfile } from '../../learn/learn-profile.js';
import type { Profile } from '../../profile/profile.js';
import { gatherFromRecording } from '../check/check-recording.js';
import type { CheckRequest, Gathered } from '../check/check-request.js';
import { gatherFromService } from '../check/check-service.js';
import type { CheckSettings } from '../check/check-settings.js';
import { judgeGathered } from '../check/judge-gathered.js';
import type { Terminal } from '../terminal.js';

/** What was learned, and from what. */
export interface GatheredProfile extends Gathered {
  readonly profile: Profile;
  readonly verdicts: readonly Verdict[];
}

/**
 * Learns a deployment by asking it, or from a recording where one is named. Throws an InputError, and sends nothing, when it was told
 * something wrong or the user said no.
 */
export async function gatherProfile(
  settings: CheckSettings,
  request: CheckRequest,
  terminal: Terminal,
): Promise<GatheredProfile> {
  const { from } = settings;
  const gathered =
    from === undefined
      ? await gatherFromService({ ...settings, isLearning: true }, request, terminal)
      : gatherFromRecording(settings, from, terminal, 'learn');
  const kind = from === undefined ? 'run' : 'recording';
  const verdicts = judgeGathered(gathered);
  const facts = { learnedAtMs: Date.now(), kind, verdicts } as const;
  return { ...gathered, verdicts, profile: learnProfile(gathered.transcript, gathered.settings, facts) };
}
