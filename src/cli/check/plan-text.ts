import type { PlannedRequest } from '../../../contract-tests/plan.js';
import type { Colors } from '../terminal.js';

/** Writes what a check would send, a line for each request, and how many that are at most. */
export function planText(plan: readonly PlannedRequest[], { bold, dim, cyan }: Colors): string {
  const lines = plan.map((planned, index) => {
    const { level, method, url, body, credential, condition, why } = planned;
    const number = `${index + 1}`.padStart(3);
    const data = body === undefined ? '' : ` ${body === '' ? '(empty body)' : shortened(body)}`;
    const when = condition === undefined ? '' : `, ${condition}`;
    return `${number}  ${level.padEnd(7)}  ${cyan(method.padEnd(8))} ${url}${data}\n     ${dim(`${why} (${credential === 'none' ? 'no key' : credential}${when})`)}`;
  });
  const most = plan.reduce((sum, { atMost }) => sum + atMost, 0);
  return `${lines.join('\n')}\n\n${bold(`At most ${most} requests.`)} Nothing was sent.\n`;
}

const MOST_CHARACTERS = 60;

function shortened(body: string): string {
  return body.length > MOST_CHARACTERS ? `${body.slice(0, MOST_CHARACTERS)}…` : body;
}
