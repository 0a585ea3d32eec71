import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button, type Choice, SelectField, TextField } from './controls.js';
import { useDialogs } from './dialog.js';
import { ErrorNotice } from './display.js';
import { useAction } from './use-action.js';

/** One field of a form. Every value is a string. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly kind?: 'integer' | 'decimal';
  /** Its value until somebody changes it; default empty. */
  readonly initial?: string;
  readonly placeholder?: string;
  readonly choices?: readonly Choice<string>[];
  /** Whether it has the focus when a dialog opens; otherwise the first control has it. */
  readonly isFirst?: boolean;
}

export type FormValues = Readonly<Record<string, string>>;

export function valuesOf(fields: readonly FormField[], typed: FormValues): FormValues {
  return Object.fromEntries(fields.map(({ name, initial = '' }) => [name, typed[name] ?? initial]));
}

interface FormFieldsProps {
  readonly fields: readonly FormField[];
  readonly typed: FormValues;
  readonly onType: (typed: FormValues) => void;
}

export function FormFields({ fields, typed, onType }: FormFieldsProps) {
  return fields.map(({ name, kind, initial = '', choices, ...field }) => {
    const shown = {
      ...field,
      value: typed[name] ?? initial,
      onValue: (value: string) => onType({ ...typed, [name]: value }),
    };
    if (choices !== undefined) return <SelectField key={name} {...shown} choices={choices} />;
    return <TextField key={name} {...shown} inputMode={kind && inputModes[kind]} />;
  });
}

const inputModes = { integer: 'numeric', decimal: 'decimal' } as const;

interface DialogFormProps<Result> {
  readonly intro?: ComponentChildren;
  /** Returns the fields; `typed` has what was changed so far. */
  readonly fields: (typed: FormValues) => readonly FormField[];
  readonly submitLabel: string;
  /** Sends the values. Rejects with an Error that is shown. */
  readonly onSubmit: (values: FormValues) => Promise<Result>;
  readonly done: (values: FormValues) => string;
  readonly onDone?: (result: Result) => void;
}

/** The form of a dialog, which closes on success: its fields, the error of the last attempt, Cancel and one main button. */
export function DialogForm<Result>(props: DialogFormProps<Result>) {
  const { intro, fields, submitLabel, onSubmit, done, onDone } = props;
  const { close } = useDialogs();
  const { run, error } = useAction();
  const [typed, setTyped] = useState<FormValues>({});
  const shown = fields(typed);
  const submit = async (event: Event) => {
    event.preventDefault();
    const values = valuesOf(shown, typed);
    const send = async () => {
      const result = await onSubmit(values);
      close();
      onDone?.(result);
    };
    await run(send, done(values));
  };
  return (
    <form class="stack" onSubmit={submit}>
      {intro !== undefined && <p class="soft">{intro}</p>}
      <FormFields fields={shown} typed={typed} onType={setTyped} />
      <ErrorNotice message={error} />
      <div class="dialog-actions">
        <Button onClick={close}>Cancel</Button>
        <Button kind="main" type="submit">
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
