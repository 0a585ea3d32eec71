import type { Transcript } from '../../src/transcript/transcript.js';
import { type ConsoleOptions, consoleReport, quietReport } from './console-report.js';
import { githubReport } from './github-report.js';
import { jsonReport } from './json-report.js';
import { junitReport } from './junit-report.js';
import type { Report } from './report.js';

/** Makes a text of a report. */
export type Reporter = (report: Report, transcript: Transcript, options: ConsoleOptions) => string;

/** What can be printed, by the name that a user gives. */
export const reporters = {
  /** For people; every rule by itself, unless the options fold them. */
  list: consoleReport,
  /** What is wrong, and how it ended. */
  quiet: quietReport,
  /** As `list`, and annotations for GitHub. */
  github: githubReport,
  json: jsonReport,
  junit: junitReport,
} as const satisfies Record<string, Reporter>;

export type ReporterName = keyof typeof reporters;

export const reporterNames = Object.keys(reporters) as ReporterName[];
