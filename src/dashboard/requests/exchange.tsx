import { useMemo, useState } from 'preact/hooks';
import type { RequestDetail } from '../../admin/schemas/requests.js';
import type { BehaviourList } from '../../admin/schemas/world.js';
import type { Live } from '../live/live.js';
import { CodeWords, StatusBadge } from '../parts/badge.js';
import { Notice } from '../parts/card.js';
import { Button } from '../parts/controls.js';
import { CopyButton, CopyCode } from '../parts/copy-button.js';
import { countOf, formatDelay, formatTook, nameOfKey } from '../parts/format.js';
import {
  cutBody,
  explainLimits,
  indentJson,
  missingRequestBody,
  missingResponseBody,
  noResponseLabel,
} from './exchange-text.js';
import { marksOf } from './marks.js';

/** One request and its answer, with all that is to say of them. */
export function Exchange({ live, detail }: { readonly live: Live; readonly detail: RequestDetail }) {
  const { line, curl, request, response, failure } = detail;
  const mannersViolations = live.mannersViolations.value.get(line.number);
  const contractViolations = live.contractViolations.value.get(line.number);
  const isProxy = live.isProxy.value;
  const notes = marksOf(line).filter(({ kind }) => kind !== 'open');
  const limits = response === null ? [] : explainLimits(response.headers, line.at);
  const delay = isProxy ? formatTook(line.delayMs) : formatDelay(line.delayMs);
  return (
    <div class="stack">
      <div class="request-line">
        <StatusBadge status={line.status} none={noResponseLabel(isProxy)} />
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

      {contractViolations !== undefined && (
        <Notice tone="failed">
          <strong>The response violates the document.</strong> <a href="#/contract">See the contract.</a>
          <ul>
            {contractViolations.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Notice>
      )}
      {mannersViolations !== undefined && (
        <Notice tone="failed">
          <strong>Ill-mannered.</strong>
          <ul>
            {mannersViolations.map((words) => (
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
        <ExchangeHeaders headers={request.headers} label="Request headers" />
        <ExchangeBody text={request.body} what="the request body" placeholder={missingRequestBody(request)} />
      </section>

      <section class="exchange-part" aria-label="Response">
        <h3>Response</h3>
        {response === null ? (
          <Notice>{failure ?? 'No response arrived.'}</Notice>
        ) : (
          <>
            {limits.length > 0 && (
              <Notice tone={line.status === 429 ? 'limited' : 'broken'}>
                {limits.map((sentence) => (
                  <p key={sentence}>{sentence}</p>
                ))}
              </Notice>
            )}
            <ExchangeHeaders headers={response.headers} label="Response headers" />
            <ExchangeBody text={response.body} what="the response body" placeholder={missingResponseBody(response)} />
          </>
        )}
      </section>

      <AssumedQuestions assumed={line.assumed} behaviour={live.behaviour.value?.items ?? []} />
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

interface ExchangeHeadersProps {
  readonly headers: readonly (readonly string[])[];
  readonly label: string;
}

/** Headers in the order in which they were sent. */
function ExchangeHeaders({ headers, label }: ExchangeHeadersProps) {
  if (headers.length === 0) return <p class="faint small">No headers were recorded.</p>;
  return (
    <dl class="headers mono" aria-label={label}>
      {headers.map(([name = '', value = ''], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ExchangeBodyProps {
  readonly text: string | null;
  /** Such as `the response body`. */
  readonly what: string;
  /** What to say where there is none. */
  readonly placeholder: string;
}

/** A body: JSON over several lines, anything else as it is; a long one only in its beginning, until more is asked for. */
function ExchangeBody({ text, what, placeholder }: ExchangeBodyProps) {
  const [isAllShown, setAllShown] = useState(false);
  const pretty = useMemo(() => (text === null ? '' : (indentJson(text) ?? text)), [text]);
  const beginning = useMemo(() => cutBody(pretty), [pretty]);
  if (text === null || text === '') return <p class="faint small">{placeholder}</p>;
  const isCut = beginning !== undefined && !isAllShown;
  return (
    <div class="body">
      <div class="body-head">
        <span class="faint small">{countOf(text.length)} characters</span>
        <CopyButton text={text} what={what} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre class="body-text" tabIndex={0}>
        {isCut ? beginning : pretty}
      </pre>
      {isCut && (
        <Button isSmall onClick={() => setAllShown(true)}>
          Show all {countOf(pretty.length)} characters
        </Button>
      )}
    </div>
  );
}

interface AssumedQuestionsProps {
  readonly assumed: readonly string[];
  readonly behaviour: BehaviourList['items'];
}

/** The open questions that an answer rests on: what the document does not say, and what this world says instead. */
function AssumedQuestions({ assumed, behaviour }: AssumedQuestionsProps) {
  if (assumed.length === 0) return null;
  return (
    <section class="exchange-part" aria-label="Open questions">
      <h3>Depends on open questions</h3>
      <ul class="rests-on">
        {assumed.map((id) => {
          const question = behaviour.find((one) => one.id === id);
          return (
            <li key={id}>
              <a href={`#/behaviour/${id}`} class="mono">
                {id}
              </a>
              {question !== undefined && (
                <>
                  {question.section !== '–' && <span class="faint small"> §{question.section}</span>}
                  <p class="soft small">
                    <CodeWords text={question.question} />
                  </p>
                  <p class="small">
                    <span class="faint">Here: </span>
                    <code>{JSON.stringify(question.choice)}</code>
                  </p>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
