import type { CommandSpec } from '../command.js';
import { compareOptions } from '../compare/compare-options.js';
import { file, integer, parsed } from '../options.js';

const { apiKeyFile, headers, isConfirmed, level, maxTimeMs, maxWaitMs, messagesUrl, petId, plan } = compareOptions;
const { rightApiKeyFile, rightHeaders, rightMessagesUrl, rightPetId, rightPlan } = compareOptions;
const { ca, isDryRun, isExclusive, report, reserve, restoreLog, seed } = compareOptions;

const MOST_REQUESTS = 10_000;

/** Every option of `fidelity`. Those that `compare` has mean the same. */
export const fidelityOptions = {
  requests: integer('--requests <number>', 'how many requests each side receives', {
    from: 1,
    to: MOST_REQUESTS,
    default: '40',
  }),
  atLeast: parsed('--at-least <percent>', 'minimum share of equal responses', {
    form: 'a share such as 99.5%',
    parse: (text) => {
      const value = Number(/^(\d{1,3}(?:\.\d+)?)%?$/.exec(text)?.[1] ?? Number.NaN);
      return value <= 100 ? value : undefined;
    },
    default: '100%',
  }),
  json: file('--json <file>', 'write the score as JSON; - for stdout', { example: 'fidelity.json' }),
  report,
  ...{ level, seed, messagesUrl, apiKeyFile, headers, plan, petId },
  ...{ rightMessagesUrl, rightApiKeyFile, rightHeaders, rightPlan, rightPetId },
  ...{ isExclusive, reserve, maxWaitMs, maxTimeMs, isDryRun, isConfirmed, ca, restoreLog },
};

export const fidelityCommand = {
  summary: 'score how closely a fake responds like its service',
  argument: {
    name: '[sides...]',
    help: 'the service and its fake: base URLs, or the word fake',
  },
  options: fidelityOptions,
  notes: [
    'Both sides receive the same drawn requests, one side after the other: valid ones, and ones with one or two faults, for all operations. Learning never sends them. Level read sends nothing that writes; write sends updates, and messages with --messages-url; exhaust exceeds the limit at the end.',
    'Responses are compared by status, headers, shape of the body, code and text, and the resulting stock where both sides began with the same. What no profile can contain is not compared, and is listed: the phase of the windows, random ids, header values that a profile never holds.',
    'The word fake is the fake at http://127.0.0.1:4290/v1. Its sample key gets the plan of the service’s key. API keys are read as for compare.',
    'Exit codes: 0 enough responses are equal (--at-least), 1 too few, 2 invalid usage, 3 incomplete: a side stopped early, or some requests did not reach both sides.',
  ],
  examples: [
    'petstore-mock fidelity https://staging.example.test/v1 fake',
    'petstore-mock fidelity https://staging.example.test/v1 fake --level write',
    'petstore-mock fidelity https://staging.example.test/v1 fake --at-least 99%',
    'petstore-mock fidelity https://staging.example.test/v1 fake --report score',
    'petstore-mock fidelity http://127.0.0.1:4290/v1 http://127.0.0.1:4391/v1',
  ],
  isSuite: true,
} satisfies CommandSpec;
