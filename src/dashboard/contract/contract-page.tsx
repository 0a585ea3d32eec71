import type { ComponentChildren } from 'preact';
import type { FindingsReport } from '../../admin/schemas/requests.js';
import { useRoom } from '../live/live.js';
import { Badge, Card, CodeWords, formatCount, Notice, type Tone } from '../parts/display.js';
import { addressOf } from '../shell/route.js';

type RuleResult = FindingsReport['rules'][number];

/** Labels and tones of the outcomes, the gravest first. */
const outcomes = {
  violation: { tone: 'failed', word: 'violation' },
  pass: { tone: 'ok', word: 'passed' },
  inconclusive: { tone: 'refused', word: 'inconclusive' },
  skipped: { tone: undefined, word: 'not exercised' },
} as const satisfies Record<RuleResult['outcome'], { tone: Tone | undefined; word: string }>;

const folded = [
  { title: 'Inconclusive', outcome: 'inconclusive', text: 'Rules that the responses neither pass nor violate' },
  { title: 'Passed', outcome: 'pass', text: 'Rules that all exercised responses pass' },
  { title: 'Not exercised', outcome: 'skipped', text: 'Rules that no response exercises' },
] as const;

export function ContractPage() {
  const { live } = useRoom();
  const findings = live.findings.value;
  const manners = live.manners.value;
  const order = Object.keys(outcomes);
  const rules = manners?.rules.toSorted((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome));
  return (
    <div class="contract">
      <div class="contract-rules">
        <ReportCard title="Violations" report={findings} rules={rulesOf(findings, 'violation')}>
          <p>Each response is checked against the document. Violations appear here.</p>
        </ReportCard>
        {folded.map(({ title, outcome, text }) => {
          const rules = rulesOf(findings, outcome);
          if (rules.length === 0) return null;
          return (
            <Card key={title} title={title} note={formatCount(rules.length)} isFlush>
              <details class="folded">
                <summary>{text}</summary>
                <RuleList rules={rules} />
              </details>
            </Card>
          );
        })}
      </div>
      <ReportCard title="Client manners" report={manners} rules={rules ?? []}>
        <p>Reports whether clients back off after a 429, wait longer each time, and avoid deprecated operations.</p>
      </ReportCard>
    </div>
  );
}

interface ReportCardProps {
  readonly title: string;
  readonly report: FindingsReport | undefined;
  readonly rules: readonly RuleResult[];
  readonly children: ComponentChildren;
}

function ReportCard({ title, report, rules, children }: ReportCardProps) {
  const judged = judgedRequests(report);
  return (
    <Card title={title} note={judged} isFlush>
      {judged === undefined && <div class="card-body soft">{children}</div>}
      {judged !== undefined && rules.length === 0 && (
        <div class="card-body">
          <Notice tone="ok">No violations found.</Notice>
        </div>
      )}
      {judged !== undefined && rules.length > 0 && <RuleList rules={rules} />}
    </Card>
  );
}

function RuleList({ rules }: { readonly rules: readonly RuleResult[] }) {
  return (
    <ul class="rules">
      {rules.map((rule) => (
        <RuleLine key={rule.id} rule={rule} />
      ))}
    </ul>
  );
}

/** The newest exchanges; the journal may no longer have earlier ones. */
const MOST_LINKS = 8;

function RuleLine({ rule }: { readonly rule: RuleResult }) {
  const { title, section, sentence, outcome, findings } = rule;
  const { tone, word } = outcomes[outcome];
  return (
    <li class="rule">
      <Badge tone={tone}>{word}</Badge>
      <div class="rule-words">
        <p>
          <CodeWords text={title} /> <span class="faint">§{section}</span>
        </p>
        <blockquote class="rule-sentence small soft">
          <CodeWords text={sentence} />
        </blockquote>
        {findings.map(({ problem, exchanges }) => (
          <p key={problem} class="small soft">
            {problem}{' '}
            <span class="exchanges">
              {exchanges.length > MOST_LINKS && <span class="faint">{exchanges.length - MOST_LINKS} earlier and</span>}
              {exchanges.slice(-MOST_LINKS).map((number) => (
                <a key={number} href={addressOf(number)} aria-label={`Request #${number}`}>
                  #{number}
                </a>
              ))}
            </span>
          </p>
        ))}
        {outcome === 'inconclusive' && <p class="small soft">The requests so far show neither.</p>}
      </div>
    </li>
  );
}

export function rulesOf(report: FindingsReport | undefined, outcome: RuleResult['outcome']): readonly RuleResult[] {
  return report?.rules.filter((rule) => rule.outcome === outcome) ?? [];
}

/** Returns the requests that a report covers; undefined before any was judged. */
export function judgedRequests(report: Pick<FindingsReport, 'from' | 'to'> | undefined): string | undefined {
  if (report === undefined || report.to === 0) return undefined;
  const { from, to } = report;
  return from === to ? `request #${to}` : `requests #${from} to #${to}`;
}
