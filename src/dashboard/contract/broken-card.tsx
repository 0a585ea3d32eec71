import type { ComponentChildren } from 'preact';
import type { Live } from '../live/live.js';
import { Card } from '../parts/card.js';
import { Notice } from '../parts/notice.js';
import { judgedRequests } from './judged-requests.js';
import { rulesOf } from './outcomes.js';
import { RuleLine } from './rule-line.js';

interface BrokenCardProps {
  readonly live: Live;
  readonly title: string;
  readonly hasSentences?: boolean;
  /** What stands there until something was judged. */
  readonly children: ComponentChildren;
}

/** The rules that the answers broke, each with the exchanges that show it. */
export function BrokenCard({ live, title, hasSentences = false, children }: BrokenCardProps) {
  const report = live.findings.value;
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
          <Notice tone="ok">Nothing that the answers show breaks the document.</Notice>
        </div>
      )}
      {judged === undefined && <div class="card-body soft">{children}</div>}
    </Card>
  );
}
