import type { Report, ReportedRule } from '../report.js';
import { rulesStanding, standings } from '../standing.js';
import { standingNames } from './mark.js';
import { html, type Markup } from './markup.js';

/** A bar that shows how many rules were kept, and how many were not. */
export function summary({ rules }: Pick<Report, 'rules'>): Markup {
  const counts = standings.map((standing) => ({ standing, count: rulesStanding(rules, standing).length }));
  const shown = counts.filter(({ count }) => count > 0);
  return html`<figure class="summary">
<svg viewBox="0 0 ${Math.max(1, rules.length)} 1" preserveAspectRatio="none" aria-hidden="true">${segments(rules, shown)}</svg>
<figcaption>${shown.map(
    ({ standing, count }) =>
      html`<span class="chip"><i class="dot ${standing}"></i><b>${count}</b> ${standingNames[standing]}</span>`,
  )}</figcaption>
</figure>`;
}

function segments(rules: readonly ReportedRule[], shown: readonly { standing: string; count: number }[]): Markup[] {
  let end = 0;
  return shown.map(({ standing, count }) => {
    const start = end;
    end += count;
    return html`<rect class="${standing}" x="${start}" width="${Math.min(count, rules.length)}" height="1"/>`;
  });
}
