import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { RequestDetail, RequestLine } from '../../admin/schemas/requests.js';
import { parseJson, writeJson } from '../../json/json.js';
import { momentOf } from '../../json/times.js';
import { useRoom } from '../live/live.js';
import { Button } from '../parts/controls.js';
import { CopyButton, CopyCode } from '../parts/copy-and-save.js';
import { ErrorNotice, formatCount, formatDelay, Notice, nameOfKey, StatusBadge } from '../parts/display.js';
import { useAction, useLoaded } from '../parts/use-action.js';
import { addressOf, openRequest } from '../shell/route.js';
import { type Mark, marksOf } from './feed.js';

export function ExchangePanel({ number }: { readonly number: number }) {
  const { client } = useRoom().live;
  const heading = useRef<HTMLHeadingElement>(null);
  // The previous exchange stays until this one is loaded.
  const { value: detail, problem } = useLoaded(() => client.requests.get({ number }), [client, number]);
  // Opening a request moves the focus to it.
  useLayoutEffect(() => heading.current?.focus(), []);

  const isCurrent = detail?.line.number === number;
  return (
    <section class="card exchange" aria-labelledby="exchange-title" aria-busy={!isCurrent && problem === undefined}>
      <header class="card-head exchange-head">
        <h2 id="exchange-title" ref={heading} tabIndex={-1}>
          Request #{number}
        </h2>
        <Button kind="quiet" isSmall isSquare aria-label="Close (Escape)" onClick={() => openRequest(undefined)}>
          ✕
        </Button>
      </header>
      <div class="exchange-body">
        <ErrorNotice message={problem} />
        {detail !== undefined && problem === undefined && <Exchange key={detail.line.number} detail={detail} />}
        {detail === undefined && problem === undefined && <p class="soft">Loading the exchange…</p>}
      </div>
      <p class="sr-only" role="status">
        {isCurrent &&
          `Request #${number}: ${detail.line.method} ${detail.line.target}, ${detail.line.status ?? 'no response'}`}
      </p>
    </section>
  );
}

function Exchange({ detail }: { readonly detail: RequestDetail }) {
  const { line, curl, request, response, failure } = detail;
  const isProxy = useRoom().live.isProxy.value;
  return (
    <div class="stack">
      <ExchangeFacts {...line} />
      <ExchangeNotices line={line} />
      <CopyCode text={curl} what="the request as curl" />
      {!isProxy && <ReplayButton number={line.number} />}
      <ExchangePart title="Request" {...request} reason={null} />
      {response === null ? (
        <section class="exchange-part" aria-label="Response">
          <h3>Response</h3>
          <Notice>{failure ?? 'No response arrived.'}</Notice>
        </section>
      ) : (
        <ExchangePart title="Response" {...response} reason={response.missingBodyReason} />
      )}
      <AssumedQuestions assumed={line.assumed} />
    </div>
  );
}

function ReplayButton({ number }: { readonly number: number }) {
  const { client } = useRoom().live;
  const { run, isRunning, error } = useAction();
  const replay = async () => openRequest((await client.requests.replay({ number })).line.number);
  return (
    <>
      <div class="row">
        <Button isSmall aria-disabled={isRunning} onClick={() => run(replay, `Request #${number} was sent again.`)}>
          Replay
        </Button>
      </div>
      <ErrorNotice message={error} />
    </>
  );
}

function ExchangeFacts({ at, delayMs, key, method, operation, status, target }: RequestLine) {
  const { live } = useRoom();
  const isProxy = live.isProxy.value;
  const missingKey = isProxy ? 'none' : 'no valid key';
  const facts = {
    Time: momentOf(Date.parse(at)),
    Operation: operation ?? 'none',
    Key: key === null ? missingKey : nameOfKey(live.keys.value, key),
    ...(isProxy ? { Took: formatDelay(delayMs) } : delayMs > 0 && { Delay: formatDelay(delayMs) }),
  };
  return (
    <>
      <div class="request-line">
        <StatusBadge status={status} />
        <code>
          <strong>{method}</strong> {target}
        </code>
      </div>
      <dl class="facts">
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const titles: Partial<Record<Mark['kind'], string>> = {
  violation: 'The response violates the document.',
  'ill-mannered': 'Ill-mannered.',
};
const links: Partial<Record<Mark['kind'], ComponentChildren>> = {
  violation: <a href="#/contract">See the contract.</a>,
  fault: <a href="#/faults">See the faults.</a>,
};

function ExchangeNotices({ line }: Pick<RequestDetail, 'line'>) {
  return marksOf(line, useRoom().live).map(({ kind, words }) => {
    const title = titles[kind];
    const original = kind === 'replay' ? line.replayOf : null;
    const link = original === null ? links[kind] : <a href={addressOf(original)}>See that request.</a>;
    return (
      <Notice key={kind} tone={title === undefined ? 'broken' : 'failed'}>
        {title === undefined ? words.join(' ') : <strong>{title}</strong>} {link}
        {title !== undefined && (
          <ul>
            {words.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </Notice>
    );
  });
}

interface ExchangePartProps {
  readonly title: 'Request' | 'Response';
  readonly headers: RequestDetail['request']['headers'];
  readonly body: string | null;
  readonly reason: string | null;
}

/** Headers and body: JSON is indented, and of a long body the beginning is shown. */
function ExchangePart({ title, headers, body, reason }: ExchangePartProps) {
  const text = useMemo(() => (body ? (indentJson(body) ?? body) : ''), [body]);
  return (
    <section class="exchange-part" aria-label={title}>
      <h3>{title}</h3>
      {headers.length === 0 ? (
        <p class="faint small">No headers were recorded.</p>
      ) : (
        <dl class="headers mono" aria-label={`${title} headers`}>
          {headers.map(([name = '', value = ''], index) => (
            <div key={index}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {!body ? (
        <p class="faint small">No body{reason === null ? ' was recorded' : `: ${reason}`}.</p>
      ) : (
        <div class="body">
          <div class="body-head">
            <span class="faint small">
              {text.length > MOST_CHARACTERS && `The first ${formatCount(MOST_CHARACTERS)} of `}
              {formatCount(text.length)} characters
            </span>
            <CopyButton text={body} what={`the ${title.toLowerCase()} body`} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <pre class="body-text" tabIndex={0}>
            {text.slice(0, MOST_CHARACTERS)}
          </pre>
        </div>
      )}
    </section>
  );
}

function AssumedQuestions({ assumed }: { readonly assumed: readonly string[] }) {
  const behaviour = useRoom().live.behaviour.value?.items ?? [];
  if (assumed.length === 0) return null;
  return (
    <section class="exchange-part" aria-label="Open questions">
      <h3>Depends on open questions</h3>
      <ul class="assumed-questions small">
        {assumed.map((id) => (
          <li key={id}>
            <a href={`#/behaviour/${id}`} class="mono">
              {id}
            </a>{' '}
            <code>{JSON.stringify(behaviour.find((one) => one.id === id)?.choice)}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A longer text makes the page slow. */
const MOST_CHARACTERS = 100_000;

/** Indents JSON text, with every number as it was written. Returns undefined for text that is not JSON. */
export function indentJson(text: string): string | undefined {
  try {
    return writeJson(parseJson(text), '  ');
  } catch {
    return undefined;
  }
}
