import { join } from 'node:path';
import { wrap } from '../../../contract-tests/report/wrap.js';
import { reportFiles } from '../../../contract-tests/report/write-reports.js';
import { counted } from '../../json/counted.js';
import { oneLine } from '../../json/one-line.js';
import type { LearnedLatency, Profile } from '../../profile/profile.js';
import { shellWord } from '../shell-word.js';
import type { Colors } from '../terminal.js';
import { answersAnything } from './shows-service.js';

const NO_SERVICE = 'what should be the list of pets is none, and no request was refused; check the base URL';
const LABEL_WIDTH = 11;
const TEXT_WIDTH = 65;

interface FooterOptions {
  readonly file: string | undefined;
  readonly report?: string | undefined;
  readonly leftBehind: string | undefined;
  readonly colors: Colors;
}

/** The limit, the answers, how it ended, and last how to use the profile. */
export function learnedFooter(profile: Profile, { file, report, leftBehind, colors }: FooterOptions): string[] {
  const { source, rules } = profile;
  const broken = Object.keys(rules).filter((id) => rules[id] === 'violation');
  return [
    ...row('Limit', limitText(profile), colors),
    ...row('Answers', answersText(profile), colors),
    ...row('Latency', latencyText(profile), colors),
    ...(broken.length === 0
      ? []
      : row('Violations', `${broken.join(', ')} (petstore-mock check tells more)`, colors, colors.red)),
    ...(source.copies === undefined
      ? []
      : row(
          'Copies',
          `${counted(source.copies, 'answer')} of a cache, which say nothing of it`,
          colors,
          colors.yellow,
        )),
    ...(source.stopped === null ? [] : row('Stopped', source.stopped, colors, colors.yellow)),
    ...(report === undefined ? [] : [line('Exchanges', oneLine(join(report, reportFiles.html)), colors)]),
    // It holds a command to copy.
    ...(leftBehind === undefined ? [] : [line('Left behind', colors.yellow(oneLine(leftBehind)), colors)]),
    ...usage(profile, file, colors),
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

function usage(profile: Profile, file: string | undefined, colors: Colors): string[] {
  const { source } = profile;
  if (file === undefined) {
    const why = answersAnything(profile) ? `: ${NO_SERVICE}` : '';
    return row('Profile', `not written${why}`, colors, colors.yellow);
  }
  const until = source.stopped === null ? '' : ', with what was seen until it stopped';
  if (file === '-') return row('Profile', `printed${until}`, colors);
  const word = oneLine(shellWord(file));
  return [
    ...row('Profile', `written to ${file}${until}`, colors),
    line('Use it', `petstore-mock serve --profile ${word}`, colors),
    line('', `petstore-mock compare ${word} ${oneLine(shellWord(source.baseUrl))}`, colors),
  ];
}

function row(label: string, text: string, colors: Colors, paint = (each: string) => each): string[] {
  return wrap(oneLine(text), TEXT_WIDTH).map((each, index) => line(index === 0 ? label : '', paint(each), colors));
}

function line(label: string, text: string, { dim }: Colors): string {
  return `${dim(label.padEnd(LABEL_WIDTH))}  ${text}`;
}
