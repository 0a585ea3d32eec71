import type { RequestDetail } from '../../admin/schemas/requests.js';
import type { Live } from '../live/live.js';
import { StatusBadge } from '../parts/badge.js';
import { CopyCode } from '../parts/copy-button.js';
import { nameOfKey } from '../parts/name-of-key.js';
import { Notice } from '../parts/notice.js';
import { ExchangeBody } from './exchange-body.js';
import { ExchangeHeaders } from './exchange-headers.js';
import { explainLimits } from './explain-limits.js';
import { formatDelay, formatTook } from './format-moment.js';
import { marksOf } from './marks.js';
import { noAnswer } from './no-answer.js';
import { RestsOn } from './rests-on.js';
import { whyNoAnsweredBody, whyNoSentBody } from './why-no-body.js';

/** One request and its answer, with all that is to say of them. */
export function Exchange({ live, detail }: { readonly live: Live; readonly detail: RequestDetail }) {
  const { line, curl, request, answer, failure } = detail;
  const illMannered = live.illMannered.value.get(line.number);
  const rulesBroken = live.rulesBroken.value.get(line.number);
  const isProxy = live.isProxy.value;
  const notes = marksOf(line).filter(({ kind }) => kind !== 'open');
  const limits = answer === null ? [] : explainLimits(answer.headers, line.at);
  const delay = isProxy ? formatTook(line.delayMs) : formatDelay(line.delayMs);
  return (
    <div class="stack">
      <div class="request-line">
        <StatusBadge status={line.status} none={noAnswer(isProxy)} />
        <code>
          <strong>{line.method}</strong> {line.target}
        </code>
      </div>
      <dl class="facts">
        <Fact name="Time" value={line.at.replace('T', ' ').replace('Z', ' UTC')} />
        <Fact name="Operation" value={line.operation ?? 'none'} />
        <Fact
          name="Key"
          value={line.key === null ? (isProxy ? 'none' : 'no valid key') : nameOfKey(live.keys.value, line.key)}
        />
        {delay !== '' && <Fact name={isProxy ? 'Took' : 'Delay'} value={delay} />}
      </dl>

      {rulesBroken !== undefined && (
        <Notice tone="failed">
          <strong>The answer breaks the document.</strong> <a href="#/contract">See the contract.</a>
          <ul>
            {rulesBroken.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Notice>
      )}
      {illMannered !== undefined && (
        <Notice tone="failed">
          <strong>Ill-mannered.</strong>
          <ul>
            {illMannered.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Notice>
      )}
      {notes.map(({ kind, words }) => (
        <Notice key={kind} tone="broken">
          {words.join(' ')} {kind === 'fault' && <a href="#/faults">See the faults.</a>}
        </Notice>
      ))}

      <CopyCode text={curl} what="the request as curl" />

      <section class="exchange-part" aria-label="Request">
        <h3>Request</h3>
        <ExchangeHeaders headers={request.headers} label="Headers of the request" />
        <ExchangeBody text={request.body} what="the body of the request" whyNone={whyNoSentBody(request)} />
      </section>

      <section class="exchange-part" aria-label="Answer">
        <h3>Answer</h3>
        {answer === null ? (
          <Notice>{failure ?? 'No answer came.'}</Notice>
        ) : (
          <>
            {limits.length > 0 && (
              <Notice tone={line.status === 429 ? 'limited' : 'broken'}>
                {limits.map((sentence) => (
                  <p key={sentence}>{sentence}</p>
                ))}
              </Notice>
            )}
            <ExchangeHeaders headers={answer.headers} label="Headers of the answer" />
            <ExchangeBody text={answer.body} what="the body of the answer" whyNone={whyNoAnsweredBody(answer)} />
          </>
        )}
      </section>

      <RestsOn assumed={line.assumed} behaviour={live.behaviour.value?.items ?? []} />
    </div>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
