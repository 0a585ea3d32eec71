import type { ComponentChildren } from 'preact';
import type { FindingsReport } from '../../admin/schemas/requests.js';
import { useRoom } from '../live/live.js';
import { Badge, CodeWords } from '../parts/badge.js';
import { Card, Notice } from '../parts/card.js';
import { addressOf } from '../requests/open-request.js';
import { judgedRequests, outcomes, type RuleResult, rulesOf } from './rule-results.js';

interface ViolationsCardProps {
  readonly title: string;
  readonly hasSentences?: boolean | undefined;
  /** Shown until a request was checked. */
  readonly children: ComponentChildren;
}

/** The violated rules, each with the exchanges that show it. */
export function ViolationsCard(props: ViolationsCardProps) {
  const report = useRoom().live.findings.value;
  return <ReportCard {...props} report={report} rules={rulesOf(report, 'violation')} />;
}

const order = Object.keys(outcomes);

/** The document's rules for clients, and their outcomes. */
export function MannersCard() {
  const report = useRoom().live.manners.value;
  const rules = report?.rules.toSorted((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome));
  return (
    <ReportCard title="Client manners" report={report} rules={rules ?? []}>
      <p>Reports whether clients back off after a 429, wait longer each time, and avoid deprecated operations.</p>
    </ReportCard>
  );
}

interface ReportCardProps extends ViolationsCardProps, RuleListProps {
  readonly report: FindingsReport | undefined;
}

function ReportCard({ title, report, rules, hasSentences, children }: ReportCardProps) {
  const judged = judgedRequests(report);
  const isEmpty = judged !== undefined && rules.length === 0;
  return (
    <Card title={title} aside={judged !== undefined && <span class="small faint">{judged}</span>} isFlush>
      {judged === undefined && <div class="card-body soft">{children}</div>}
      {isEmpty && (
        <div class="card-body">
          <Notice tone="ok">No violations found.</Notice>
        </div>
      )}
      {judged !== undefined && <RuleList rules={rules} hasSentences={hasSentences} />}
    </Card>
  );
}

interface RuleListProps {
  readonly rules: readonly RuleResult[];
  /** Whether to quote the document. */
  readonly hasSentences?: boolean | undefined;
}

/** Rules with their outcomes. */
export function RuleList({ rules, hasSentences = false }: RuleListProps) {
  if (rules.length === 0) return null;
  return (
    <ul class="rules">
      {rules.map((rule) => (
        <RuleLine key={rule.id} rule={rule} hasSentence={hasSentences} />
      ))}
    </ul>
  );
}

const MOST_LINKS = 8;

function RuleLine({ rule, hasSentence }: { readonly rule: RuleResult; readonly hasSentence: boolean }) {
  const { title, section, sentence, outcome, findings } = rule;
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
