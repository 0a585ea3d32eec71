import { wrap } from '../../../contract-tests/report/terminal-text.js';
import type { Level } from '../../exchange/transcript.js';
import { type Observing, questionsAtNextLevel } from '../../fidelity/profile/how-to-observe.js';
import type { QuestionId } from '../../spec/open-questions.js';
import { counted } from '../../spec/quoting.js';
import type { Layout } from '../terminal.js';

const effects: Readonly<Record<Level, string>> = {
  read: 'writes nothing',
  write: 'updates pets, and restores them',
  exhaust: 'updates pets, restores them, and uses up the quota of the key',
};

/**
 * Formats what a level does, and which questions the next one would show: `Level read: writes nothing. --level write would also show
 * 9 questions, such as quantity-range.` `isOfUse`: whether to count a question.
 */
export function levelText(
  { level, sendsMessages }: { readonly level: Level; readonly sendsMessages: boolean },
  { colors, width }: Layout,
  isOfUse: (id: QuestionId) => boolean = () => true,
): string {
  const observing: Observing = { level, plan: null, sendsMessages };
  const { next, ids: all } = questionsAtNextLevel(observing) ?? { next: level, ids: [] };
  const ids = all.filter(isOfUse);
  const example = ids.find((id) => id === 'quantity-range') ?? ids[0];
  const messages = level !== 'read' && sendsMessages ? '; sends messages' : '';
  const more =
    example === undefined
      ? ''
      : ` --level ${next} would also show ${counted(ids.length, 'question')}, such as ${example}.`;
  const lines = wrap(`Level ${level}: ${effects[level]}${messages}.${more}`, width - 1);
  return `${lines.map(colors.dim).join('\n')}\n`;
}
