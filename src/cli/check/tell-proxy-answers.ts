import { counted } from '../../json/counted.js';
import { oneLine } from '../../json/one-line.js';
import { isProxyAnswered } from '../../transcript/proxy-answer.js';
import type { Transcript } from '../../transcript/transcript.js';
import type { Terminal } from '../terminal.js';

/** Tells the terminal how many answers are not judged, since a proxy gave them: a service could hide behind its header. */
export function tellProxyAnswers({ exchanges }: Transcript, { stderr }: Pick<Terminal, 'stderr'>): void {
  const proxied = exchanges.filter(isProxyAnswered);
  const [first] = proxied;
  if (first === undefined) return;
  const came = `${counted(proxied.length, 'answer')} came from a petstore-mock proxy, not from the service`;
  stderr.write(`petstore-mock: ${came}, and ${proxied.length === 1 ? 'is' : 'are'} not judged. ${whyOf(first)}.\n`);
}

function whyOf({ number, failure = '' }: Transcript['exchanges'][number]): string {
  return `#${number}: ${oneLine(failure)}`;
}
