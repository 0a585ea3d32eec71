import type { PlannedRequest } from '../../../contract-tests/plan.js';
import { wrap } from '../../../contract-tests/report/wrap.js';
import type { Layout } from '../layout.js';

/** Writes what a check would send, each request with its reason, and how many that are at most. */
export function planText(plan: readonly PlannedRequest[], { colors, columns }: Layout): string {
  const { bold, dim, cyan } = colors;
  const lines = plan.map((planned, index) => {
    const { level, method, url, body, credential, condition, why } = planned;
    const number = `${index + 1}`.padStart(3);
    const data = body === undefined ? '' : ` ${body === '' ? '(empty body)' : shortened(body)}`;
    const when = condition === undefined ? '' : `, ${condition}`;
    const reason = wrap(`${why} (${credential === 'none' ? 'no key' : credential}${when})`, columns - 5);
    // The address is whole, so that it can be copied.
    const line = `${number}  ${level.padEnd(7)}  ${cyan(method.padEnd(8))} ${url}${data}`;
    return [line, ...reason.map((each) => `     ${dim(each)}`)].join('\n');
  });
  const most = plan.reduce((sum, { atMost }) => sum + atMost, 0);
  return `${lines.join('\n')}\n\n${bold(`At most ${most} requests.`)} Nothing was sent.\n`;
}

const MOST_CHARACTERS = 60;

function shortened(body: string): string {
  return body.length > MOST_CHARACTERS ? `${body.slice(0, MOST_CHARACTERS)}…` : body;
}
