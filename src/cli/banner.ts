import { counted } from '../json/counted.js';
import type { Colors } from './terminal.js';

/** What a user is told when the server is up. Holds no secret that the user brought along. */
export interface BannerFacts {
  readonly version: string;
  /** Base URL of the service. */
  readonly url: string;
  /** Keys by a name that may be shown: sample keys as they are, the user's by their pseudonym. */
  readonly keys: readonly BannerKey[];
  /** What the store was made from. */
  readonly stock: { readonly pets: number; readonly seed: number; readonly fixture: string | undefined };
  readonly handlers: { readonly file: string; readonly count: number } | undefined;
  readonly host: string;
  readonly controlRoom: 'open' | 'left-out' | 'without-token';
  /** Where the page is; undefined where there is no control room. */
  readonly controlRoomUrl: string | undefined;
  /** Base URL of the admin API; undefined where there is no control room. */
  readonly adminUrl: string | undefined;
  /** Only a token that was made up at this start. */
  readonly adminToken: string | undefined;
}

export interface BannerKey {
  readonly name: string;
  readonly plan: string;
}

const KEYS_PER_LINE = 3;

/** Writes the banner for people. */
export function bannerText(facts: BannerFacts, colors: Colors): string {
  const { bold, cyan, dim, green } = colors;
  const { stock, handlers } = facts;
  const origin = stock.fixture === undefined ? '' : `${stock.fixture}, `;
  const rows: [label: string, text: string][] = [
    ['URL', cyan(facts.url)],
    ['Try', green(curlLine(facts.url))],
    ...keyLines(facts.keys, dim).map((line, index): [string, string] => [index === 0 ? 'Keys' : '', line]),
    ['Stock', `${counted(stock.pets, 'pet')} ${dim(`(${origin}seed ${stock.seed})`)}`],
  ];
  if (handlers !== undefined) rows.push(['Handlers', `${handlers.count} ${dim(`(${handlers.file})`)}`]);
  const width = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.map(([label, text]) => `  ${dim(label.padEnd(width))}  ${text}\n`);
  return `\n  ${bold('petstore-mock')} ${facts.version}\n\n${lines.join('')}\n${controlRoomLines(facts, colors)}`;
}

/** Stands below the rest, so that an address with its token has room in a terminal of 80 columns. */
function controlRoomLines(
  { controlRoom, controlRoomUrl, adminToken, host }: BannerFacts,
  { cyan, dim }: Colors,
): string {
  const block = (text: string) => `  ${dim('Control room')}\n  ${text}\n\n`;
  switch (controlRoom) {
    case 'open':
      if (adminToken === undefined) return block(`${cyan(`${controlRoomUrl}`)} ${dim('(with your token)')}`);
      // The fragment is what a browser sends nowhere.
      return block(cyan(`${controlRoomUrl}#token=${adminToken}`));
    case 'without-token':
      return block(dim(`off: other machines reach ${host}. To open it, choose --admin-token <token>`));
    case 'left-out':
      return '';
  }
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
function curlLine(url: string): string {
  const target = `${url}/inventory`;
  // Some shells take the brackets of an IPv6 address for a pattern.
  return `curl -H 'Authorization: Bearer test_free' ${target.includes('[') ? `'${target}'` : target}`;
}
