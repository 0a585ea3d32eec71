import { counted } from '../../json/counted.js';
import { type ControlRoomFacts, controlRoomLines } from '../control-room/control-room-lines.js';
import type { Colors } from '../terminal.js';

/** What a user is told when the server is up. Holds no secret that the user brought along. */
export interface BannerFacts extends ControlRoomFacts {
  readonly version: string;
  /** Base URL of the service. */
  readonly url: string;
  /** Keys by a name that may be shown: sample keys as they are, the user's by their pseudonym. */
  readonly keys: readonly BannerKey[];
  /** What the store was made from. */
  readonly stock: { readonly pets: number; readonly seed: number; readonly fixture: string | undefined };
  /** The sample key to try it with. */
  readonly keyToTry: string;
  /** Where what is imitated was learned. */
  readonly profile: string | undefined;
  readonly handlers: { readonly file: string; readonly count: number } | undefined;
  /** Base URL of the admin API; undefined where there is no control room. */
  readonly adminUrl: string | undefined;
}

export interface BannerKey {
  readonly name: string;
  readonly plan: string;
}

const KEYS_PER_LINE = 3;

/** Writes the banner for people. */
export function bannerText(facts: BannerFacts, colors: Colors): string {
  const { bold, cyan, dim, green } = colors;
  const { stock, profile, handlers } = facts;
  const origin = stock.fixture === undefined ? '' : `${stock.fixture}, `;
  const rows: [label: string, text: string][] = [
    ['URL', cyan(facts.url)],
    ['Try', green(curlLine(facts.url, facts.keyToTry))],
    ...keyLines(facts.keys, dim).map((line, index): [string, string] => [index === 0 ? 'Keys' : '', line]),
    ['Stock', `${counted(stock.pets, 'pet')} ${dim(`(${origin}seed ${stock.seed})`)}`],
  ];
  if (profile !== undefined) rows.push(['Profile', profile]);
  if (handlers !== undefined) rows.push(['Handlers', `${handlers.count} ${dim(`(${handlers.file})`)}`]);
  const width = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.map(([label, text]) => `  ${dim(label.padEnd(width))}  ${text}\n`);
  return `\n  ${bold('petstore-mock')} ${facts.version}\n\n${lines.join('')}\n${controlRoomLines(facts, colors)}`;
}

/** Puts so many keys on a line that it fits a terminal of 80 columns. */
function keyLines(keys: readonly BannerKey[], dim: Colors['dim']): string[] {
  const texts = keys.map(({ name, plan }) => `${name} ${dim(`(${plan})`)}`);
  const lineCount = Math.ceil(texts.length / KEYS_PER_LINE);
  return Array.from({ length: lineCount }, (_, line) =>
    texts.slice(line * KEYS_PER_LINE, (line + 1) * KEYS_PER_LINE).join('  '),
  );
}

/** A line that works when it is pasted into a shell. */
function curlLine(url: string, key: string): string {
  const target = `${url}/inventory`;
  // Some shells take the brackets of an IPv6 address for a pattern.
  return `curl -H 'Authorization: Bearer ${key}' ${target.includes('[') ? `'${target}'` : target}`;
}
