import { sampleKeyOf, sampleKeys } from '../../../fixtures/keys.js';
import type { Deployment } from '../../../mocks/imitation/deployment.js';
import type { Profile } from '../../fidelity/profile/profile.js';
import { ADMIN_PATH } from '../../server/admin/admin-path.js';
import type { RunningServer } from '../../server/start-server.js';
import type { UserHandlers } from '../../server/user-handlers.js';
import { counted } from '../../spec/quoting.js';
import { type AdminAccess, type ControlRoomFacts, controlRoomFacts, controlRoomLines } from '../control-room.js';
import { type Colors, colorsFor, type Terminal } from '../terminal.js';
import type { ServeLog } from './serve-log.js';
import type { ApiKeys, ServeSettings } from './settings.js';

export interface Started {
  readonly server: RunningServer;
  readonly settings: ServeSettings;
  readonly keys: ApiKeys;
  readonly deployment: Deployment | undefined;
  readonly handlers: UserHandlers | undefined;
  readonly handlersFile: string | undefined;
  readonly access: AdminAccess;
  readonly version: string;
}

/** Says that the server is up: to people as a banner, in a JSON log as its first line. */
export function announce(started: Started, log: ServeLog, terminal: Terminal): void {
  const facts = bannerFacts(started);
  if (started.settings.log.value === 'json') log.note('listening', facts);
  else terminal.stdout.write(bannerText(facts, colorsFor(terminal.stdout, terminal.variables)));
}

function bannerFacts(started: Started): BannerFacts {
  const { server, settings, keys, deployment, handlers, handlersFile, access, version } = started;
  return {
    version,
    url: server.url,
    keys: bannerKeys(keys, server),
    stock: {
      pets: server.world.inventory.list().length,
      seed: settings.seed.value,
      fixture: settings.fixture?.value,
    },
    keyToTry: sampleKeyOf(deployment?.profile.limit.plan ?? 'free') ?? '',
    profile: deployment && describeProfile(deployment.profile),
    handlers: handlers && handlersFile !== undefined ? { file: handlersFile, count: handlers.count } : undefined,
    ...controlRoomFacts(access, server.origin, settings.host.value),
    adminUrl: access.state === 'open' ? `${server.origin}${ADMIN_PATH}` : undefined,
  };
}

/** Sample keys are public, even where the user gave one another plan; the user's own are secrets and go by their names in the log. */
function bannerKeys(keys: ApiKeys, { world }: RunningServer): BannerKey[] {
  const isSample = (key: string) => sampleKeys.some((sample) => sample.key === key);
  const own = [...keys].filter(([key]) => !isSample(key));
  return [
    ...sampleKeys.map(({ key, plan, revoked }) => ({ name: key, plan: keys.get(key) ?? (revoked ? 'revoked' : plan) })),
    ...own.map(([key, plan]) => ({ name: world.accounts.ofKey(key)?.alias ?? 'a key', plan })),
  ];
}

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

interface BannerKey {
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

/** Says in one line where a profile comes from, and with which sample key the fake answers as it did there. */
export function describeProfile({ source, limit: { plan } }: Profile): string {
  const { baseUrl, kind, learnedAt } = source;
  const origin = kind === 'recording' ? `a recording of ${baseUrl}` : baseUrl;
  const learned = `learned from ${origin} on ${learnedAt.slice(0, 10)}`;
  const sample = sampleKeyOf(plan);
  if (plan === null || sample === undefined) return learned;
  const name = plan[0]?.toUpperCase() + plan.slice(1);
  return `${learned} with ${plan === 'enterprise' ? 'an' : 'a'} ${name} key: use ${sample}`;
}
