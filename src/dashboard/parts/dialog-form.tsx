import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ErrorNotice } from './card.js';
import { Button, Check, Segments, SelectField, TextField } from './controls.js';
import { Dialog } from './dialog.js';
import { useAction } from './use-action.js';

/** One field of a form. Every value is a string; a checkbox is `yes` or empty. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly kind: 'text' | 'integer' | 'select' | 'segments' | 'checkbox';
  /** Its value until somebody changes it. */
  readonly initial: string;
  readonly placeholder?: string;
  /** Of a select or segments. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** Whether it has the focus when the dialog opens; otherwise the first control has it. */
  readonly isFirst?: boolean;
}

export type FormValues = Readonly<Record<string, string>>;

interface DialogFormProps {
  readonly intro?: ComponentChildren;
  /** Returns the fields; `typed` has what was changed so far. The function of the first render stays in use. */
  readonly fields: (typed: FormValues) => readonly FormField[];
  readonly submitLabel: string;
  readonly onCancel: () => void;
  /** Returns why the values cannot be sent; undefined if they can. */
  readonly check?: (values: FormValues) => string | undefined;
  readonly onSubmit: (values: FormValues) => Promise<unknown>;
  /** Announced after success. */
  readonly done: (values: FormValues) => string;
  readonly onDone?: (values: FormValues) => void;
}

/** The form of a dialog: its fields, the error of the last attempt, Cancel and one main button. */
export function DialogForm({ intro, fields, submitLabel, onCancel, check, onSubmit, done, onDone }: DialogFormProps) {
  const { run, error, forgetError } = useAction();
  const [typed, setTyped] = useState<FormValues>({});
  const [problem, setProblem] = useState<string>();
  // Events that arrive while somebody types do not change the initial values.
  const [fieldsOf] = useState(() => fields);
  const shown = fieldsOf(typed);
  const values = Object.fromEntries(shown.map(({ name, initial }) => [name, typed[name] ?? initial]));
  const change = (name: string, value: string) => {
    setTyped((before) => ({ ...before, [name]: value }));
    setProblem(undefined);
    forgetError();
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    const invalid = check?.(values);
    setProblem(invalid);
    if (invalid === undefined && (await run(() => onSubmit(values), done(values)))) onDone?.(values);
  };
  return (
    <form class="stack" onSubmit={submit}>
      {intro !== undefined && <p class="soft">{intro}</p>}
      {shown.map((field) => (
        <FieldControl
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          onValue={(value) => change(field.name, value)}
        />
      ))}
      <ErrorNotice message={problem ?? error} />
      <div class="dialog-actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="main" type="submit">
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

interface FieldControlProps {
  readonly field: FormField;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function FieldControl({ field, value, onValue }: FieldControlProps) {
  const { kind, label, hint, choices = [], placeholder, isFirst } = field;
  switch (kind) {
    case 'select':
      return <SelectField label={label} hint={hint} choices={choices} value={value} onValue={onValue} />;
    case 'segments':
      return <Segments label={label} choices={choices} value={value} onChoose={onValue} />;
    case 'checkbox':
      return (
        <Check isChecked={value === 'yes'} onCheck={(isChecked) => onValue(isChecked ? 'yes' : '')}>
          {label}
        </Check>
      );
    default:
      return (
        <TextField
          label={label}
          hint={hint}
          inputMode={kind === 'integer' ? 'numeric' : 'text'}
          placeholder={placeholder}
          isFirst={isFirst}
          value={value}
          onValue={onValue}
        />
      );
  }
}

interface FormDialogProps extends Omit<DialogFormProps, 'onCancel'> {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A dialog with a form, which closes on success. */
export function FormDialog({ title, isOpen, onClose, onDone, ...form }: FormDialogProps) {
  const close = (values: FormValues) => {
    onClose();
    onDone?.(values);
  };
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <DialogForm {...form} onCancel={onClose} onDone={close} />
    </Dialog>
  );
}
