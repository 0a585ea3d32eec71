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

/** Announces a running server: as a banner, or as the first line of a JSON log. */
export function announce(started: Started, log: ServeLog, terminal: Terminal): void {
  const facts = bannerFacts(started);
  if (started.settings.log === 'json') log.note('listening', facts);
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
      seed: settings.seed,
      fixture: settings.fixture,
    },
    keyToTry: sampleKeyOf(deployment?.profile.limit.plan ?? 'free') ?? '',
    profile: deployment && describeProfile(deployment.profile),
    handlers: handlers && handlersFile !== undefined ? { file: handlersFile, count: handlers.count } : undefined,
    ...controlRoomFacts(access, server.origin, settings.host),
    adminUrl: access.state === 'open' ? `${server.origin}${ADMIN_PATH}` : undefined,
  };
}

/** Sample keys are public, even with another plan. The user's own keys are secrets: they appear under their pseudonyms. */
function bannerKeys(keys: ApiKeys, { world }: RunningServer): BannerKey[] {
  const isSample = (key: string) => sampleKeys.some((sample) => sample.key === key);
  const own = [...keys].filter(([key]) => !isSample(key));
  return [
    ...sampleKeys.map(({ key, plan, revoked }) => ({ name: key, plan: keys.get(key) ?? (revoked ? 'revoked' : plan) })),
    ...own.map(([key, plan]) => ({ name: world.accounts.ofKey(key)?.alias ?? 'a key', plan })),
  ];
}

/** The facts of a started server. Contains no secret of the user. */
export interface BannerFacts extends ControlRoomFacts {
  readonly version: string;
  /** Base URL of the service. */
  readonly url: string;
  /** Sample keys as they are, the user's keys by their pseudonyms. */
  readonly keys: readonly BannerKey[];
  /** The source of the stock. */
  readonly stock: { readonly pets: number; readonly seed: number; readonly fixture: string | undefined };
  /** The sample key of the curl line. */
  readonly keyToTry: string;
  /** The source of the profile. */
  readonly profile: string | undefined;
  readonly handlers: { readonly file: string; readonly count: number } | undefined;
  /** Base URL of the admin API; undefined without a control room. */
  readonly adminUrl: string | undefined;
}

interface BannerKey {
  readonly name: string;
  readonly plan: string;
}

const KEYS_PER_LINE = 3;

/** Formats the banner. */
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

/** Lists the keys in lines of at most 80 columns. */
function keyLines(keys: readonly BannerKey[], dim: Colors['dim']): string[] {
  const texts = keys.map(({ name, plan }) => `${name} ${dim(`(${plan})`)}`);
  const lineCount = Math.ceil(texts.length / KEYS_PER_LINE);
  return Array.from({ length: lineCount }, (_, line) =>
    texts.slice(line * KEYS_PER_LINE, (line + 1) * KEYS_PER_LINE).join('  '),
  );
}

/** Returns a command that can be pasted into a shell. */
function curlLine(url: string, key: string): string {
  const target = `${url}/inventory`;
  // Some shells expand the brackets of an IPv6 address as a pattern.
  return `curl -H 'Authorization: Bearer ${key}' ${target.includes('[') ? `'${target}'` : target}`;
}

/** Describes in one line where a profile comes from, and which sample key has the same plan. */
export function describeProfile({ source, limit: { plan } }: Profile): string {
  const { baseUrl, kind, learnedAt } = source;
  const origin = kind === 'recording' ? `a recording of ${baseUrl}` : baseUrl;
  const learned = `learned from ${origin} on ${learnedAt.slice(0, 10)}`;
  const sample = sampleKeyOf(plan);
  if (plan === null || sample === undefined) return learned;
  const name = plan[0]?.toUpperCase() + plan.slice(1);
  return `${learned} with ${plan === 'enterprise' ? 'an' : 'a'} ${name} key: use ${sample}`;
}
