import type { DrawnRequests } from '../../../contract-tests/draw-requests.js';
import { layOut, wrap } from '../../../contract-tests/report/terminal-text.js';
import type { Level } from '../../exchange/transcript.js';
import { type Mask, masks } from '../../fidelity/score/compare-pair.js';
import {
  countAspects,
  type Score,
  type ScoredResponse,
  type Share,
  shareOf,
  sharesByOperation,
} from '../../fidelity/score/score-responses.js';
import type { Reading } from '../../judge/evidence.js';
import { counted, oneLine, plainLines } from '../../spec/quoting.js';
import { ExitCode, type Layout } from '../terminal.js';

/** What the score was made with. */
export interface ScoreFacts {
  readonly left: string;
  readonly right: string;
  readonly level: Level;
  readonly seed: number;
  /** The percentage of equal responses that is enough. */
  readonly atLeast: number;
  /** Why sides stopped early. */
  readonly stopped: readonly string[];
}

/** Formats the drawn requests, for `--dry-run`. */
export function drawnText({ within, beyond }: DrawnRequests, { width }: Layout): string {
  const line = ({ operation, faults, probe: { method, path, credential, body } }: DrawnRequests['within'][number]) =>
    `${operation}: ${method} ${path}, ${credential}${body === undefined ? '' : `, ${oneLine(body).slice(0, 60)}`} (${faults.join(' and ') || 'valid'})`;
  return layOut([
    ['Each side receives GET /inventory, and then'],
    within.flatMap((one) => wrap(line(one), width - 3)),
    beyond.length === 0 ? [] : ['and, when its limit is used up,'],
    beyond.flatMap((one) => wrap(line(one), width - 3)),
  ]);
}

/** Formats a score for people: how much is equal, by operation, what differs, with both responses, and what was not compared. */
export function scoreText(score: Score, facts: ScoreFacts, layout: Layout): string {
  const { bold, dim, green, red, yellow } = layout.colors;
  const { width } = layout;
  const { responses, masked, unsent } = score;
  const shares = [...sharesByOperation(responses)].map(
    ([operation, share]) => `${operation.padEnd(16)} ${shareText(share)}`,
  );
  const notCompared = (Object.entries(masked) as [Mask, number][]).flatMap(([mask, count]) =>
    wrap(`${counted(count, 'response')}: ${masks[mask]}`, width - 3),
  );
  const enough = isEnough(score, facts);
  const paint = facts.stopped.length > 0 || unsent > 0 || responses.length === 0 ? yellow : enough ? green : red;
  return layOut([
    [`${dim('service')}  ${bold(oneLine(facts.left))}`, `${dim('fake')}     ${bold(oneLine(facts.right))}`],
    shares.length === 0 ? [] : [bold('Equal responses'), ...shares.map((line) => `  ${line}`)],
    differenceLines(score, layout),
    notCompared.length === 0 ? [] : [bold('Not compared'), ...notCompared.map((line) => `  ${line}`)],
    facts.stopped.flatMap((why) => wrap(`stopped early: ${oneLine(why)}`, width - 3).map(yellow)),
    [
      ...wrap(conclusion(score, facts), width - 3).map((line) => bold(paint(line))),
      ...(unsent > 0 ? [yellow(`Incomplete: ${counted(unsent, 'request')} did not reach both sides`)] : []),
    ],
  ]);
}

/** Returns the result in one line. */
export function conclusion({ responses }: Score, { level, seed, atLeast }: ScoreFacts): string {
  const { equal, of } = shareOf(responses);
  const wanted = atLeast === 100 ? '' : `, at least ${atLeast} % asked`;
  return of === 0
    ? 'Nothing could be compared'
    : `${shareText({ equal, of })} equal (level ${level}, --seed ${seed}${wanted})`;
}

function shareText({ equal, of }: Share): string {
  // Never rounded up to 100.
  const percent = of === 0 ? 0 : Math.floor((1_000 * equal) / of) / 10;
  return `${percent.toFixed(1).padStart(5)} %  ${equal} of ${of}`;
}

/** Of each aspect one response is shown. */
function differenceLines({ responses }: Score, { colors, width }: Layout): string[] {
  const counts = countAspects(responses);
  if (counts.length === 0) return [];
  const lines = counts.flatMap(([aspect, count]) => {
    const shown = responses.find(({ aspects }) => aspects.includes(aspect));
    const title = `  ${colors.red('≠')} ${aspect}, ${counted(count, 'response')}`;
    return shown === undefined ? [title] : [title, ...exampleLines(shown, aspect, width).map((line) => `    ${line}`)];
  });
  return [colors.bold('What differs, each with one of its requests'), ...lines];
}

function exampleLines(shown: ScoredResponse, aspect: string, width: number): string[] {
  const { exchange } = shown.left;
  const { method, url, body = '' } = exchange.request;
  const fault = shown.faults.length === 0 ? '' : ` (wrong: ${shown.faults.join(' and ')})`;
  return [
    ...wrap(oneLine(`${method} ${url}${body === '' ? '' : ` ${body.slice(0, MOST_SHOWN)}`}${fault}`), width - 7),
    ...wrap(`service  ${oneLine(shownBy(shown.left, aspect))}`, width - 7),
    ...wrap(`fake     ${oneLine(shownBy(shown.right, aspect))}`, width - 7),
  ];
}

/** Characters of a body. */
const MOST_SHOWN = 200;

/** Returns what a response shows of an aspect. Its texts are redacted. */
export function shownBy({ exchange, header, status }: Reading, aspect: string): string {
  if (status === undefined) return exchange.failure ?? 'no response';
  if (aspect.startsWith('header ')) return `${status}, ${header(aspect.slice('header '.length)) ?? 'no such header'}`;
  if (aspect === 'quota') return `${status}, X-RateLimit-Remaining ${header('x-ratelimit-remaining') ?? 'missing'}`;
  const { body } = exchange.response ?? {};
  return `${status} ${body?.kind === 'text' ? body.text.slice(0, MOST_SHOWN) : (body?.kind ?? '')}`.trim();
}

/** Serialises a score as JSON. It may be printed to a terminal or a CI log. */
export function jsonOf({ responses, masked, unsent }: Score, { atLeast, ...facts }: ScoreFacts): string {
  const differences = responses.flatMap(({ operation, faults, aspects, left, right }) => {
    if (aspects.length === 0) return [];
    const { method, url } = left.exchange.request;
    const [one, other] = [left, right].map((reading) => aspects.map((aspect) => shownBy(reading, aspect)));
    return [{ operation, faults, request: `${method} ${url}`, aspects, service: one, fake: other }];
  });
  const json = {
    ...facts,
    atLeast,
    ...shareOf(responses),
    unsent,
    operations: Object.fromEntries(sharesByOperation(responses)),
    differences,
    notCompared: Object.fromEntries(
      (Object.keys(masked) as Mask[]).map((mask) => [mask, { responses: masked[mask], why: masks[mask] }]),
    ),
  };
  return plainLines(`${JSON.stringify(json, null, 2)}\n`).replaceAll('##', '#\\u0023');
}

/** Returns 1 if too few responses are equal, 3 if a side stopped early or some requests did not reach both sides, else 0. */
export function exitCodeOf(score: Score, facts: ScoreFacts): 0 | 1 | 3 {
  if (score.responses.length > 0 && !isEnough(score, facts)) return ExitCode.failed;
  const isIncomplete = facts.stopped.length > 0 || score.unsent > 0 || score.responses.length === 0;
  return isIncomplete ? ExitCode.incomplete : ExitCode.passed;
}

function isEnough({ responses }: Score, { atLeast }: ScoreFacts): boolean {
  const { equal, of } = shareOf(responses);
  return of > 0 && (100 * equal) / of >= atLeast;
}
