import { counted } from '../../json/counted.js';
import type { Observer } from '../../observe/proxy/observer.js';
import type { PrivateFile } from '../../observe/proxy/private-file.js';
import { startObserver } from '../../observe/proxy/start-observer.js';
import { InputError } from '../../validation/input-error.js';
import type { ServeLog } from '../serve/serve-log.js';
import { passedEntry, seenEntry } from './proxy-log.js';
import type { ProxySettings } from './proxy-settings.js';

interface Observing {
  readonly settings: ProxySettings;
  readonly recording: PrivateFile | undefined;
  readonly log: ServeLog;
  readonly version: string;
}

/** Starts what judges and records traffic, and has it told in the log. Throws an InputError where the recording has no room. */
export async function openObserver(observing: Observing): Promise<Observer> {
  try {
    return await observerOf(observing);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== 'write') throw error;
    const attempted = `Writing --har ${observing.settings.har}`;
    throw new InputError(attempted, (error as Error).message, 'Name a file where there is room');
  }
}

function observerOf({ settings, recording, log, version }: Observing): Promise<Observer> {
  const { upstream, plan, isExclusive, har } = settings;
  const creator = { name: 'petstore-mock proxy', version };
  let isUncleanTold = false;
  return startObserver(
    {
      upstreamUrl: upstream,
      plan,
      isExclusive,
      har: recording && { handle: recording.handle, file: recording.file, creator },
    },
    {
      onPassed: (line) => log.request?.(passedEntry(line)),
      onViolation: (news) => log.note('violation', { violation: seenEntry(news) }),
      onManners: (news) => log.note('manners', { manners: seenEntry(news) }),
      onHarProblem: (problem) => log.problem(`Nothing more can be written to ${har}: ${problem}. Traffic goes on.`),
      onHarUnclean: (problem) => {
        // It is tried again at the end, and whoever was told knows what to do.
        if (isUncleanTold) return;
        isUncleanTold = true;
        log.problem(
          `${har} may show a key that was not known for one at first, and it could not be taken out: ${problem}. Do not pass the file on.`,
        );
      },
      onBug: log.bug,
      onBreakdown: (lost, isOver) => log.problem(breakdownText(lost, isOver)),
    },
  );
}

function breakdownText(lost: number, isOver: boolean): string {
  if (isOver)
    return 'Judging broke down again: from here on nothing is judged or recorded. Traffic goes on; start the proxy again.';
  const unjudged = `${counted(lost, 'exchange')} passed unjudged`;
  return `Judging broke down and begins anew: ${unjudged}, and what came before is not compared with what comes now. Traffic goes on.`;
}
