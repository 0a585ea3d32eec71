import './rules.css';
import { Badge } from '../parts/badge.js';
import { CodeWords } from '../parts/code-words.js';
import { addressOf } from '../requests/open-request.js';
import { outcomes, type Rule } from './outcomes.js';

const MOST_LINKS = 8;

interface RuleLineProps {
  readonly rule: Rule;
  /** Whether the words of the document stand there, too. */
  readonly hasSentence?: boolean;
}

/** What one rule asks, how it ended, and which exchanges show that it was broken. */
export function RuleLine({ rule: { title, section, sentence, outcome, findings }, hasSentence }: RuleLineProps) {
  const { tone, word } = outcomes[outcome];
  return (
    <li class="rule">
      <Badge tone={tone}>{word}</Badge>
      <div class="rule-words">
        <p>
          <CodeWords text={title} /> <span class="faint">§{section}</span>
        </p>
        {hasSentence && (
          <blockquote class="rule-sentence small soft">
            <CodeWords text={sentence} />
          </blockquote>
        )}
        {findings.map(({ what, exchanges }) => (
          <p key={what} class="small soft">
            {what} <Exchanges numbers={exchanges} />
          </p>
        ))}
        {outcome === 'inconclusive' && <p class="small soft">What came so far shows neither one nor the other.</p>}
      </div>
    </li>
  );
}

/** The newest last, as they came; of many, the newest ones: the journal may have forgotten the others. */
function Exchanges({ numbers }: { readonly numbers: readonly number[] }) {
  const hidden = Math.max(0, numbers.length - MOST_LINKS);
  return (
    <span class="exchanges">
      {hidden > 0 && <span class="faint">{hidden} earlier and</span>}
      {numbers.slice(-MOST_LINKS).map((number) => (
        <a key={number} href={addressOf(number)} aria-label={`Request #${number}`}>
          #{number}
        </a>
      ))}
    </span>
  );
}
