import { useMemo, useState } from 'preact/hooks';
import { Button } from '../parts/button.js';
import { CopyButton } from '../parts/copy-button.js';
import { countOf } from '../parts/tell-time.js';
import { cutBody } from './cut-body.js';
import { indentJson } from './indent-json.js';

interface ExchangeBodyProps {
  readonly text: string | null;
  /** Such as `the body of the answer`. */
  readonly what: string;
  /** What to say where there is none. */
  readonly whyNone: string;
}

/** A body: JSON over several lines, anything else as it is; a long one only in its beginning, until more is asked for. */
export function ExchangeBody({ text, what, whyNone }: ExchangeBodyProps) {
  const [isAllShown, setAllShown] = useState(false);
  const pretty = useMemo(() => (text === null ? '' : (indentJson(text) ?? text)), [text]);
  const beginning = useMemo(() => cutBody(pretty), [pretty]);
  if (text === null || text === '') return <p class="faint small">{whyNone}</p>;
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
