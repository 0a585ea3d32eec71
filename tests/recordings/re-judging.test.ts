// Long: recordings of every browser accuse no conformant service, and show the problems of others.
import { expect, test } from 'vitest';
import { readHar } from '../../src/exchange/read-har.js';
import type { Transcript } from '../../src/exchange/transcript.js';
import { writeHar } from '../../src/exchange/write-har.js';
import { judge } from '../../src/judge/judge.js';
import { manners } from '../../src/judge/manners/manners.js';
import type { JudgeSettings } from '../../src/judge/rule.js';
import { petstoreJudge } from '../../src/judge/rules/index.js';
import { GOOD_KEY, type Service } from '../conformant-service/service.js';
import { clientFaults } from '../faulty-services/client-faults.js';
import { connectionFaults } from '../faulty-services/connection-faults.js';
import { conformantVariations, faultyServices } from '../faulty-services/faulty-services.js';
import { BASE_URL, ORIGIN, useService } from './app-traffic.js';
import { type Recorder, recorders } from './developer-tools.js';

/** Judged as `check --from` judges it, `--exclusive` or not: these services have no other clients. */
function violationsIn(transcript: Transcript, service: Service, isExclusive = false): string[] {
  const messagesUrl = `${ORIGIN}${service.messagesBasePath}`;
  const settings: JudgeSettings = {
    baseUrl: BASE_URL,
    messagesUrl,
    level: undefined,
    plan: undefined,
    isExclusive,
    judged: petstoreJudge,
  };
  return judge(transcript, settings).flatMap(({ rule, findings }) =>
    findings.map(({ problem }) => `${rule.id}: ${problem}`),
  );
}

const recorderNames = Object.keys(recorders);
const recorderOf = (name: string) => recorders[name] as Recorder;

/** A store of ten thousand pets shows nothing more here, and takes its time. */
const MOST_BYTES = 50_000;
const conversations = conformantVariations
  // This application has no name.
  .filter(({ name }) => !name.includes('without a name'))
  .map(({ name, isShared, make }) => {
    const service = make();
    return { name, service, isExclusive: !isShared, passed: useService(service) };
  })
  .filter(({ passed }) => passed.every(({ response }) => response.body.length < MOST_BYTES));

test.each(recorderNames)(
  'reports no violation by a conformant service because of missing data in a recording: %s',
  (name) => {
    const accused = conversations.flatMap(({ name: variation, service, isExclusive, passed }) => {
      const transcript = readHar(recorderOf(name)(passed), 'app.har');
      return violationsIn(transcript, service, isExclusive).map((violation) => `${variation}: ${violation}`);
    });
    expect(conversations.length).toBeGreaterThan(70);
    expect(accused).toEqual([]);
  },
);

test.each(recorderNames)('reports no violation by a polite application: %s', (name) => {
  const service = conformantVariations[0]?.make() as Service;
  const transcript = readHar(recorderOf(name)(useService(service)), 'app.har');
  const broken = manners(transcript, { baseUrl: BASE_URL }).filter(({ outcome }) => outcome === 'violation');
  expect(broken).toEqual([]);
});

/** Empty bodies look like missing ones, and this application is no browser, sends no message that is rejected, neither uses the deprecated lookup nor declines compression. */
const UNSEEN = /empty|nothing|lookup|messages that are rejected|accept no compression/;
const WANTED = ['body/', 'errors/', 'limits/headers-present', 'limits/well-formed', 'inventory/list-shape'];
const faulty = faultyServices.filter(
  ({ name, caughtBy, seenAt }) =>
    seenAt !== 'exhaust' &&
    WANTED.some((rule) => caughtBy[0].startsWith(rule)) &&
    !UNSEEN.test(name) &&
    !Object.hasOwn({ ...clientFaults, ...connectionFaults }, name),
);

test.each(recorderNames.filter((name) => !/bodies/.test(name)))('finds the problems of an application: %s', (name) => {
  const missed = faulty.filter(({ make, caughtBy }) => {
    const service = make();
    const found = violationsIn(readHar(recorderOf(name)(useService(service)), 'app.har'), service);
    return !found.some((one) => caughtBy.some((rule) => one.startsWith(`${rule}: `)));
  });
  expect(faulty.length).toBeGreaterThan(40);
  expect(missed.map((one) => one.name)).toEqual([]);
});

test.each(recorderNames)('shows no key of a recording: %s', (name) => {
  const transcript = readHar(recorderOf(name)(useService(conformantVariations[0]?.make() as Service)), 'app.har');
  expect(writeHar(transcript, { name: 'petstore-mock', version: '1' })).not.toContain(GOOD_KEY);
});
