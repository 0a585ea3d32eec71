import { Notice } from '../../../src/dashboard/parts/card.js';
import type { Tone } from '../../../src/dashboard/parts/tone.js';
import { OutcomeBar, OutcomeCard, OutcomeSections } from '../html/outcomes.js';
import { Facts, Result, renderPage, Section } from '../html/page.js';
import { cut } from '../terminal-text.js';
import { type SidesCase, type SidesKind, type SidesReport, sideNames, sidesOutcomes } from './sides-report.js';

/** Writes the report as one page that needs neither network nor script. */
export function sidesHtml(report: SidesReport): string {
  const { kind, left, right, exitCode, conclusion, notices, facts, groups } = report;
  const cases = groups.flatMap((group) => group.cases);
  const sections = groups.map(({ heading, cases: own }) => ({
    heading,
    items: own.map(({ reason, ...item }) => ({ ...item, notes: reason === undefined ? [] : [reason] })),
  }));
  const shown = [
    ['Differences', cases.filter(({ outcome }) => outcome === 'violation')],
    ['Accepted differences', cases.filter(({ outcome }) => outcome === 'waived')],
  ] as const;
  return renderPage(
    `${kind} of ${left} and ${right}`,
    <>
      <Result kind={`${kind} of`} baseUrl={`${left} and ${right}`} exitCode={exitCode} conclusion={conclusion} />
      {notices.map((notice) => (
        <Notice key={notice} tone="refused">
          {notice}
        </Notice>
      ))}
      <Facts facts={facts} />
      <section class="card card-body">
        <OutcomeBar outcomes={cases.map(({ outcome }) => outcome)} names={sidesOutcomes} />
      </section>
      {shown.map(
        ([title, own]) =>
          own.length > 0 && (
            <Section key={title} title={title}>
              {own.map((each) => (
                <DifferenceCard key={each.id} shown={each} kind={kind} />
              ))}
            </Section>
          ),
      )}
      <Section title="What was compared">
        <OutcomeSections sections={sections} names={sidesOutcomes} />
      </Section>
    </>,
  );
}

/** Differences of one case that are shown; report.json has all of them. */
const MOST_SHOWN = 10;
/** Characters of a line. */
const MOST_CHARACTERS = 1_000;

interface DifferenceCardProps {
  readonly shown: SidesCase;
  readonly kind: SidesKind;
}

/** A fake should be like its service; of two deployments, neither is right. */
const sideTones: Readonly<Record<SidesKind, readonly [left: Tone, right: Tone]>> = {
  Comparison: ['broken', 'broken'],
  Fidelity: ['ok', 'failed'],
};

function DifferenceCard({ shown, kind }: DifferenceCardProps) {
  const [names, tones] = [sideNames[kind], sideTones[kind]];
  const { id, title, outcome, reason, differences } = shown;
  const more = differences.length - MOST_SHOWN;
  return (
    <OutcomeCard id={id} title={title} outcome={outcome} names={sidesOutcomes}>
      {differences.slice(0, MOST_SHOWN).map(({ note, left, right }, index) => (
        <section key={index} class="place">
          {note !== undefined && <h4>{cut(note, MOST_CHARACTERS)}</h4>}
          <div class="sides compare">
            <SideLines name={names[0]} lines={left} tone={tones[0]} />
            <SideLines name={names[1]} lines={right} tone={tones[1]} />
          </div>
        </section>
      ))}
      {more > 0 && <p class="soft">… and {more} more in report.json</p>}
      <footer>
        <p>
          <code>{id}</code> {reason}
        </p>
      </footer>
    </OutcomeCard>
  );
}

interface SideLinesProps {
  readonly name: string;
  readonly lines: readonly string[];
  readonly tone: Tone;
}

function SideLines({ name, lines, tone }: SideLinesProps) {
  return (
    <div class={`is-${tone}`}>
      <h5>{name}</h5>
      {lines.map((line, index) => (
        <p key={index}>{cut(line, MOST_CHARACTERS)}</p>
      ))}
    </div>
  );
}
