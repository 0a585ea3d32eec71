import { wrap } from '../../../contract-tests/report/terminal-text.js';
import type { Level } from '../../exchange/transcript.js';
import { learnProfile } from '../../fidelity/learn/learn-profile.js';
import type { Profile } from '../../fidelity/profile/profile.js';
import { gather } from '../check/check-service.js';
import type { CheckSettings } from '../check/check-settings.js';
import type { Gathered, SuiteContext } from '../check/gathered.js';
import type { Layout, Terminal } from '../terminal.js';

/** What was learned, and from what. */
export interface GatheredProfile extends Gathered {
  readonly profile: Profile;
}

/** Learns a deployment or, with `from`, a recording. Throws an InputError, and sends nothing, for invalid input or if the user declines. */
export async function gatherProfile(
  settings: CheckSettings,
  context: SuiteContext,
  terminal: Terminal,
  { keepsTexts = true }: { readonly keepsTexts?: boolean } = {},
): Promise<GatheredProfile> {
  const gathered = await gather({ ...settings, isLearning: true }, context, terminal);
  const kind = settings.from === undefined ? 'run' : 'recording';
  const facts = { ...gathered, learnedAtMs: Date.now(), kind, keepsTexts } as const;
  return { ...gathered, profile: learnProfile(gathered.transcript, gathered.settings, facts) };
}

const effects: Readonly<Record<Level, string>> = {
  read: 'writes nothing',
  write: 'updates pets, and restores them',
  exhaust: 'updates pets, restores them, and uses up the quota of the key',
};

/** Formats what a level does: `Level read: writes nothing.` */
export function levelText(level: Level, sendsMessages: boolean, { colors, width }: Layout): string {
  const messages = level !== 'read' && sendsMessages ? '; sends messages' : '';
  const lines = wrap(`Level ${level}: ${effects[level]}${messages}.`, width - 1);
  return `${lines.map(colors.dim).join('\n')}\n`;
}
