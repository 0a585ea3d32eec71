import { oneLine } from '../../json/one-line.js';
import type { News } from '../../observe/proxy/news.js';
import type { PassedLine } from '../../observe/proxy/passed-line.js';
import type { RequestLogEntry } from '../../server/server-log.js';
import type { SeenForTheFirstTime } from '../serve/pretty-line.js';

/** Puts the line of an exchange together; what clients and services wrote stays in one line. */
export function passedEntry({ bytes, ...line }: PassedLine): RequestLogEntry {
  const size = line.status === undefined ? undefined : bytes;
  return { ...line, method: oneLine(line.method), path: oneLine(line.path), bytes: size };
}

/** What the log tells of something that was seen for the first time. */
export function seenEntry({ rule, section, sentence, finding }: News): SeenForTheFirstTime {
  const { problem, expected, received, exchange } = finding;
  return {
    rule,
    section,
    sentence,
    problem: oneLine(problem),
    expected: oneLine(expected),
    received: oneLine(received),
    exchange,
  };
}
