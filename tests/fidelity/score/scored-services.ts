import { createDraw } from '../../../contract-tests/draw.js';
import { createService } from '../../conformant-service/create-service.js';
import type { Traits } from '../../conformant-service/traits.js';
import { conformantVariations } from '../../faulty-services/faulty-services.js';
import { deployments, plainDeployment } from '../deployments.js';
import { pairs } from '../pairs.js';
import type { ScoredService } from './score-fake.js';

const scored = (name: string, change: Partial<Traits>): ScoredService => {
  // Both sides are fresh: no key has been used.
  const traits = { ...plainDeployment, ...change, usedToday: 0 };
  return { name, plan: traits.plan, make: () => createService(traits) };
};

const COMBINED = 10;
const CHANGES_EACH = 6;

/** A plan has its quota: only together do they conform. */
const free = pairs.map(({ right }) => right).filter(({ plan, quota }) => plan === undefined && quota === undefined);

/** A service that differs in several choices at random. */
function combined(number: number): ScoredService {
  const draw = createDraw(number, 'combined services');
  const changes = Array.from({ length: CHANGES_EACH }, () => free[draw.integer(0, free.length - 1)] ?? {});
  return scored(`combination ${number}`, Object.assign({}, ...changes));
}

/** All conformant services of the tests, and some that combine what these differ in. */
export const scoredServices: readonly ScoredService[] = [
  ...Object.entries(deployments).map(([name, traits]) => scored(name, traits)),
  ...pairs.map(({ question, right }, index) => scored(`${question} (${index + 1})`, right)),
  ...Array.from({ length: COMBINED }, (_, index) => combined(index + 1)),
  // Without other users, whom no fake imitates, and without thousands of pets, which only take long.
  ...conformantVariations.filter(({ isShared, name }) => !isShared && name !== 'the store has 5,000 pets'),
];

/** What a run cannot see of a service, or no choice describes. */
export const beyondChoices: Readonly<Record<string, string>> = {
  'unknown methods get 501 from the gateway': 'HEAD where there is no GET gets 405, which a run does not send',
  'messages have small bodies, and fewer rules': 'only updates show how large a body may be',
  'combination 6': 'messages of an odd content type are rejected before their key is checked, which no run asks',
  'unknown paths get 404 from the gateway': 'a fake limits these, too',
  'minute and day are described in turn': 'a fake describes one of them, or the scarcer one',
  'a 429 describes the day': 'a fake describes one of them, or the scarcer one',
  'messages use the quota and do not show it': 'messages of a fake without the headers use no quota',
  'rejected requests do not count': 'the response shows them as counted, which no fake does',
  'Date is ahead of the limits by four seconds': 'by that clock, windows look as if they slid',
  'strangers have a separate quota': 'a fake shows them the limits of the Free plan',
  'strangers are limited soon': 'a fake shows them the limits of the Free plan',
  'strangers have no quota': 'a fake shows them the limits of the Free plan',
  'headers describe each window beside the three': 'a fake has no other headers about limits',
  'errors are in the language of the client': 'a fake has one text for each error',
  'orders are an empty 204': 'a fake has orders',
  'orders are an empty 200': 'a fake has orders',
  'orders are for other keys': 'a fake has orders for each key',
  'orders are being collected': 'a fake returns orders with 200',
  'what comes together is asked to come back': 'the run ends at the outage, before it has seen a 429',
  'a gateway asks what comes together to come back': 'the run ends at the outage, before it has seen a 429',
  'the deprecated lookup returns nothing': 'a fake has pets',
  'the deprecated lookup is gone, without a word': 'the errors of a fake have bodies',
};
