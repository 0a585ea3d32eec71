import { Button } from '../parts/button.js';
import { Segments } from '../parts/segments.js';
import { Switch } from '../parts/switch.js';
import type { EditorKind } from './editor-kind.js';

interface AnswerControlProps {
  readonly editor: EditorKind;
  /** Id of the question. */
  readonly name: string;
  readonly draft: string;
  /** Called with what was typed so far. */
  readonly onDraft: (draft: string) => void;
  /** Called with an answer that one click gave. */
  readonly onChoose: (draft: string) => void;
}

/** As many choices as stand beside one another. */
const MOST_SEGMENTS = 3;

/** The control that suits a question. Its value is a text, as it is typed. */
export function AnswerControl({ editor, name, draft, onDraft, onChoose }: AnswerControlProps) {
  const label = `Answer to ${name}`;
  switch (editor.kind) {
    case 'fixed':
      return null;
    case 'switch':
      return (
        <Switch isOn={draft === 'true'} onToggle={() => onChoose(draft === 'true' ? 'false' : 'true')}>
          <span class="sr-only">{label}: </span>
          <code>{draft}</code>
        </Switch>
      );
    case 'choice':
      return <Choice label={label} values={editor.values} draft={draft} onChoose={onChoose} />;
    case 'number':
      return (
        <div class="answer-number">
          <input
            class="input"
            inputMode="numeric"
            aria-label={label}
            value={draft}
            onInput={(event) => onDraft(event.currentTarget.value)}
          />
          {editor.words.map((word) => (
            <Button key={word} aria-pressed={draft === word} onClick={() => onChoose(word)}>
              {word}
            </Button>
          ))}
        </div>
      );
    case 'json':
      return (
        <textarea
          class="input mono answer-json"
          aria-label={`${label}, as JSON`}
          spellcheck={false}
          rows={Math.min(12, draft.split('\n').length)}
          value={draft}
          onInput={(event) => onDraft(event.currentTarget.value)}
        />
      );
  }
}

interface ChoiceProps {
  readonly label: string;
  readonly values: readonly unknown[];
  readonly draft: string;
  readonly onChoose: (draft: string) => void;
}

function Choice({ label, values, draft, onChoose }: ChoiceProps) {
  const choices = values.map((value) => ({ value: JSON.stringify(value), label: String(value) }));
  const isShort = choices.every((choice) => choice.label.length <= 9);
  if (isShort && choices.length <= MOST_SEGMENTS) {
    return <Segments label={label} choices={choices} value={draft} onChoose={onChoose} />;
  }
  return (
    <select class="select" aria-label={label} value={draft} onChange={(event) => onChoose(event.currentTarget.value)}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
