import { Button, Check, type Choice, Field, SelectField } from '../parts/controls.js';
import { choiceText, type EditorKind, numberOr } from './questions.js';

interface ChoiceControlProps {
  readonly editor: EditorKind;
  readonly label: string;
  readonly draft: string;
  readonly onDraft: (draft: string) => void;
  /** Called with a choice made with a click. */
  readonly onChoose: (draft: string) => void;
}

export function ChoiceControl(props: ChoiceControlProps) {
  const { editor } = props;
  if (editor.kind === 'choice') return <WordsControl {...props} choices={editor.values.map(choiceOf)} />;
  if (editor.kind === 'fields') return <FieldsControl {...props} fields={editor.fields} />;
  if (editor.kind === 'json') return <JsonControl {...props} {...editor} />;
  const { label, draft, onDraft, onChoose } = props;
  return (
    <div class="choice-line">
      <LineInput kind={editor.kind} label={label} value={draft} onValue={onDraft} />
      {editor.words.map(String).map((word) => (
        <Button key={word} aria-pressed={draft === word} onClick={() => onChoose(word)}>
          {word}
        </Button>
      ))}
    </div>
  );
}

const choiceOf = (value: unknown): Choice<string> => ({ value: JSON.stringify(value), label: String(value) });

function WordsControl({ choices, label, draft, onChoose }: ChoiceControlProps & { choices: Choice<string>[] }) {
  return <SelectField label={label} isLabelHidden choices={choices} value={draft} onValue={onChoose} />;
}

type JsonControlProps = ChoiceControlProps & Omit<Extract<EditorKind, { kind: 'json' }>, 'kind'>;

function JsonControl({ words, example, ...props }: JsonControlProps) {
  const { label, draft, onDraft, onChoose } = props;
  const choices = words.map(choiceOf);
  const isWord = choices.some(({ value }) => value === draft);
  return (
    <>
      {choices.length > 0 && (
        <WordsControl
          {...props}
          choices={[...choices, { value: '', label: 'other (JSON) …' }]}
          draft={isWord ? draft : ''}
          onChoose={(value) => (value === '' ? onDraft(example) : onChoose(value))}
        />
      )}
      {!isWord && (
        <textarea
          class="input mono choice-json"
          aria-label={`${label}, as JSON`}
          spellcheck={false}
          rows={Math.min(12, draft.split('\n').length)}
          value={draft}
          onInput={(event) => onDraft(event.currentTarget.value)}
        />
      )}
    </>
  );
}

type FieldsControlProps = ChoiceControlProps & Pick<Extract<EditorKind, { kind: 'fields' }>, 'fields'>;

function FieldsControl({ fields, label, draft, onDraft, onChoose }: FieldsControlProps) {
  const values = JSON.parse(draft) as Record<string, unknown>;
  const changed = (name: string, value: unknown) => choiceText({ ...values, [name]: value });
  return (
    <fieldset class="choice-fields" aria-label={label}>
      {Object.entries(fields).map(([name, kind]) =>
        kind === 'switch' ? (
          <Check key={name} isChecked={values[name] === true} onCheck={(value) => onChoose(changed(name, value))}>
            {name}
          </Check>
        ) : (
          <Field key={name} label={name}>
            <LineInput
              kind={kind}
              value={String(values[name])}
              onValue={(text) => onDraft(changed(name, kind === 'number' ? numberOr(text) : text))}
            />
          </Field>
        ),
      )}
    </fieldset>
  );
}

interface LineInputProps {
  readonly kind: 'number' | 'text';
  /** None inside a Field. */
  readonly label?: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function LineInput({ kind, label, value, onValue }: LineInputProps) {
  return (
    <input
      class={`input is-${kind}`}
      inputMode={kind === 'number' ? 'numeric' : 'text'}
      aria-label={label}
      spellcheck={false}
      autoComplete="off"
      value={value}
      onInput={(event) => onValue(event.currentTarget.value)}
    />
  );
}
