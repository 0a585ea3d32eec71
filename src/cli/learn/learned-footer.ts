import { join } from 'node:path';
import { wrap } from '../../../contract-tests/report/wrap.js';
import { reportFiles } from '../../../contract-tests/report/write-reports.js';
import { counted } from '../../json/counted.js';
import { oneLine } from '../../json/one-line.js';
import type { LearnedLatency, Profile } from '../../profile/profile.js';
import type { Layout } from '../layout.js';
import { shellWord } from '../shell-word.js';
import type { Colors } from '../terminal.js';
import { whyNoService } from './shows-service.js';

const LABEL_WIDTH = 11;

interface FooterOptions extends Layout {
  readonly file: string | undefined;
  readonly report?: string | undefined;
  readonly leftBehind: string | undefined;
}

/** The limit, the answers, how it ended, and last how to use the profile. */
export function learnedFooter(profile: Profile, options: FooterOptions): string[] {
  const { file, report, leftBehind, ...layout } = options;
  const { colors } = layout;
  const { source, rules } = profile;
  const broken = Object.keys(rules).filter((id) => rules[id] === 'violation');
  return [
    ...row('Limit', limitText(profile), layout),
    ...row('Answers', answersText(profile), layout),
    ...row('Latency', latencyText(profile), layout),
    ...(broken.length === 0
      ? []
      : row('Violations', `${broken.join(', ')} (petstore-mock check tells more)`, layout, colors.red)),
    ...(source.copies === undefined
      ? []
      : row(
          'Copies',
          `${counted(source.copies, 'answer')} of a cache, which say nothing of it`,
          layout,
          colors.yellow,
        )),
    ...(source.stopped === null ? [] : row('Stopped', source.stopped, layout, colors.yellow)),
    ...(report === undefined ? [] : [line('Exchanges', oneLine(join(report, reportFiles.html)), colors)]),
    // It holds a command to copy.
    ...(leftBehind === undefined ? [] : [line('Left behind', colors.yellow(oneLine(leftBehind)), colors)]),
    ...usage(profile, file, layout),
  ];
}

function limitText({ limit: { plan, perMinute, perDay } }: Profile): string {
  if (perMinute === null && perDay === null) return 'not told by any answer';
  const inWords = (limit: number | null, window: string) =>
    limit === null ? `that of a ${window} was not shown` : `${limit.toLocaleString('en-GB')} a ${window}`;
  return `${inWords(perMinute, 'minute')}, ${inWords(perDay, 'day')} (${plan === null ? 'no plan of the document' : `plan ${plan}`})`;
}

function answersText({ answers }: Profile): string {
  const places = Object.values(answers);
  const headers = new Set(places.flatMap((place) => place.headers.map(({ name }) => name)));
  const own = headers.size === 0 ? 'no headers of their own' : `headers of their own: ${[...headers].join(', ')}`;
  return `${counted(places.length, 'kind')} of answers, ${own}`;
}

function latencyText({ latency }: Profile): string {
  const texts = Object.entries(latency).map(
    ([id, { p50, p99 }]: [string, LearnedLatency]) => `${id} ${p50 === p99 ? p50 : `${p50}–${p99}`} ms`,
  );
  return texts.length === 0 ? 'not measured' : `${texts.join(', ')} (median and 99th percentile)`;
}

function usage(profile: Profile, file: string | undefined, layout: Layout): string[] {
  const { source } = profile;
  const { colors } = layout;
  if (file === undefined) {
    const why = whyNoService(profile);
    return row('Profile', why === undefined ? 'not written' : `not written: ${why}`, layout, colors.yellow);
  }
  const until = source.stopped === null ? '' : ', with what was seen until it stopped';
  if (file === '-') return row('Profile', `printed${until}`, layout);
  const word = oneLine(shellWord(file));
  return [
    ...row('Profile', `written to ${file}${until}`, layout),
    line('Use it', `petstore-mock serve --profile ${word}`, colors),
    line('', `petstore-mock compare ${word} ${oneLine(shellWord(source.baseUrl))}`, colors),
  ];
}

function row(label: string, text: string, { colors, columns }: Layout, paint = (each: string) => each): string[] {
  return wrap(oneLine(text), columns - LABEL_WIDTH - 4).map((each, index) =>
    line(index === 0 ? label : '', paint(each), colors),
  );
}

function line(label: string, text: string, { dim }: Colors): string {
  return `${dim(label.padEnd(LABEL_WIDTH))}  ${text}`;
}
