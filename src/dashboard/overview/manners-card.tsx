import type { MannersReport } from '../../admin/schemas/requests.js';
import type { Live } from '../live/live.js';
import { Badge } from '../parts/badge.js';
import { Card } from '../parts/card.js';
import type { Tone } from '../parts/tone.js';

type Rule = MannersReport['rules'][number];

const outcomes = {
  violation: { tone: 'failed', word: 'broken' },
  pass: { tone: 'ok', word: 'kept' },
  inconclusive: { tone: 'refused', word: 'unclear' },
  'not-run': { tone: undefined, word: 'no case yet' },
} as const satisfies Record<Rule['outcome'], { tone: Tone | undefined; word: string }>;
const order = Object.keys(outcomes);
const MOST_LINKS = 8;

/** What the document asks of clients, and whether they do it. */
export function MannersCard({ live }: { readonly live: Live }) {
  const report = live.manners.value;
  const rules = [...(report?.rules ?? [])].sort(
    (one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome),
  );
  const isJudged = report !== undefined && report.to > 0;
  return (
    <Card
      title="Manners of the clients"
      aside={isJudged && <span class="small faint">{`requests ${report.from} to ${report.to}`}</span>}
      isFlush
    >
      {isJudged ? (
        <ul class="rules">
          {rules.map((rule) => (
            <RuleLine key={rule.id} rule={rule} />
          ))}
        </ul>
      ) : (
        <p class="card-body soft">
          Once requests come in, this tells whether their clients back off after a 429, wait longer each time, and leave
          deprecated operations alone.
        </p>
      )}
    </Card>
  );
}

function RuleLine({ rule: { title, section, outcome, findings } }: { readonly rule: Rule }) {
  const { tone, word } = outcomes[outcome];
  return (
    <li class="rule">
      <Badge tone={tone}>{word}</Badge>
      <div>
        <p>
          {title} <span class="faint">§{section}</span>
        </p>
        {outcome === 'violation' &&
          findings.map(({ what, exchanges }) => (
            <p key={what} class="small soft">
              {what} <Exchanges numbers={exchanges} />
            </p>
          ))}
        {outcome === 'inconclusive' && <p class="small soft">What came so far shows neither one nor the other.</p>}
      </div>
    </li>
  );
}

function Exchanges({ numbers }: { readonly numbers: readonly number[] }) {
  return (
    <span class="exchanges">
      {numbers.slice(0, MOST_LINKS).map((number) => (
        <a key={number} href={`#/requests/${number}`} aria-label={`Request ${number}`}>
          {number}
        </a>
      ))}
      {numbers.length > MOST_LINKS && <span class="faint">and {numbers.length - MOST_LINKS} more</span>}
    </span>
  );
}
