import { resolve } from 'node:path';
import { withoutCiCommands } from '../../../contract-tests/report/without-ci-commands.js';
import { workflowCommand } from '../../../contract-tests/report/workflow-command.js';
import type { Comparison } from '../../compare/comparison.js';
import { oneLine, plainLines } from '../../json/one-line.js';
import { writeJsonFile } from '../json-file.js';
import { layoutFor } from '../layout.js';
import type { Terminal } from '../terminal.js';
import type { GatheredSide } from './compare-gather.js';
import type { CompareSettings } from './compare-settings.js';
import { comparisonText } from './compare-text.js';
import { titleOf } from './compare-titles.js';

/** Writes and prints a comparison as was asked for. Throws an InputError where the file cannot be written. */
export function deliverComparison(
  comparison: Comparison,
  sides: readonly [GatheredSide, GatheredSide],
  settings: Pick<CompareSettings, 'json' | 'reporter' | 'showsUncompared' | 'ignored'>,
  { stdout, folder, variables }: Terminal,
): void {
  const { json, reporter, showsUncompared, ignored } = settings;
  if (json === 'print') {
    stdout.write(jsonOf(comparison));
    return;
  }
  stdout.write(
    comparisonText(comparison, sides, {
      ...layoutFor(stdout, variables),
      showsUncompared,
      ignored,
    }),
  );
  if (reporter === 'github') stdout.write(annotationsOf(comparison));
  if (json !== undefined) writeJsonFile(resolve(folder, json.file), json.file, jsonOf(comparison));
}

/** Its form is `comparisonSchema`. It may be printed to a terminal or a CI log. */
function jsonOf(comparison: Comparison): string {
  return plainLines(`${JSON.stringify(comparison, null, 2)}\n`).replaceAll('##', '#\\u0023');
}

/** One annotation of GitHub for each difference. */
function annotationsOf({ differences, left, right }: Comparison): string {
  const lines = differences.map((difference) => {
    const title = titleOf(difference);
    const text = [
      ...(title === '' ? [] : [title]),
      `${oneLine(left)}: ${oneLine(difference.left)}`,
      `${oneLine(right)}: ${oneLine(difference.right)}`,
    ].join('\n');
    return workflowCommand('error', withoutCiCommands(`Differs: ${oneLine(difference.id)}`), withoutCiCommands(text));
  });
  return lines.map((line) => `${line}\n`).join('');
}
