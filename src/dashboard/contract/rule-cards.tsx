import type { ComponentChildren } from 'preact';
import { useRoom } from '../live/live.js';
import { Badge, CodeWords } from '../parts/badge.js';
import { Card, Notice } from '../parts/card.js';
import { addressOf } from '../requests/open-request.js';
import { judgedRequests, outcomes, type RuleResult, rulesOf } from './rule-results.js';

interface ViolationsCardProps {
  readonly title: string;
  readonly hasSentences?: boolean;
  /** Shown until a request was checked. */
  readonly children: ComponentChildren;
}

/** The violated rules, each with the exchanges that show it. */
export function ViolationsCard({ title, hasSentences = false, children }: ViolationsCardProps) {
  const report = useRoom().live.findings.value;
  const judged = judgedRequests(report);
  const broken = rulesOf(report, 'violation');
  return (
    <Card title={title} aside={judged !== undefined && <span class="small faint">{judged}</span>} isFlush>
      {judged !== undefined && broken.length > 0 && (
        <ul class="rules">
          {broken.map((rule) => (
            <RuleLine key={rule.id} rule={rule} hasSentence={hasSentences} />
          ))}
        </ul>
      )}
      {judged !== undefined && broken.length === 0 && (
        <div class="card-body">
          <Notice tone="ok">No violations found.</Notice>
        </div>
      )}
      {judged === undefined && <div class="card-body soft">{children}</div>}
    </Card>
  );
}

const order = Object.keys(outcomes);

/** The document's rules for clients, and their outcomes. */
export function MannersCard() {
  const report = useRoom().live.manners.value;
  const rules = [...(report?.rules ?? [])].sort(
    (one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome),
  );
  const judged = judgedRequests(report);
  return (
    <Card title="Client manners" aside={judged !== undefined && <span class="small faint">{judged}</span>} isFlush>
      {judged !== undefined ? (
        <ul class="rules">
          {rules.map((rule) => (
            <RuleLine key={rule.id} rule={rule} />
          ))}
        </ul>
      ) : (
        <p class="card-body soft">
          Reports whether clients back off after a 429, wait longer each time, and avoid deprecated operations.
        </p>
      )}
    </Card>
  );
}

const MOST_LINKS = 8;

interface RuleLineProps {
  readonly rule: RuleResult;
  /** Whether to quote the document. */
  readonly hasSentence?: boolean;
}

/** One rule with its outcome and the exchanges that show a violation. */
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
        {findings.map(({ problem, exchanges }) => (
          <p key={problem} class="small soft">
            {problem} <Exchanges numbers={exchanges} />
          </p>
        ))}
        {outcome === 'inconclusive' && <p class="small soft">The requests so far show neither.</p>}
      </div>
    </li>
  );
}

/** The newest exchanges, oldest first; the journal may no longer have earlier ones. */
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
