import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'size' | 'icon'> {
  /** `main`: the primary action. `quiet`: without a border. `danger`: something is lost. */
  readonly kind?: 'plain' | 'main' | 'quiet' | 'danger' | undefined;
  readonly isSmall?: boolean | undefined;
  /** As wide as it is high, for a single symbol; it needs an `aria-label`. */
  readonly isSquare?: boolean | undefined;
  readonly children?: ComponentChildren;
}

/** A button; it submits a form only with `type="submit"`. */
export function Button({ kind = 'plain', isSmall, isSquare, class: more, ...rest }: ButtonProps) {
  const classes = [
    'button',
    kind !== 'plain' && `button-${kind}`,
    isSmall && 'button-small',
    isSquare && 'button-square',
  ];
  return <button type="button" {...rest} class={[...classes, more].filter(Boolean).join(' ')} />;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly isLabelHidden?: boolean | undefined;
  /** One control: `<input class="input">`, `<select class="select">`. */
  readonly children: ComponentChildren;
}

export function Field({ label, hint, isLabelHidden, children }: FieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children.
    <label class="field">
      <span class={isLabelHidden ? 'sr-only' : 'field-label'}>{label}</span>
      {children}
      {hint !== undefined && <span class="field-hint">{hint}</span>}
    </label>
  );
}

interface TextFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly placeholder?: string | undefined;
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | undefined;
  readonly isSearch?: boolean;
  /** Whether a dialog gives it the focus. */
  readonly isFirst?: boolean | undefined;
}

export function TextField({ label, hint, isLabelHidden, onValue, isSearch, isFirst, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} isLabelHidden={isLabelHidden}>
      <input
        {...rest}
        type={(isSearch ? 'search' : 'text') as 'text'}
        class="input"
        spellcheck={false}
        autoComplete="off"
        data-first-focus={isFirst}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </Field>
  );
}

export interface Choice<Value extends string | number> {
  readonly value: Value;
  readonly label: string;
  readonly title?: string;
}

export function choicesOf<const Value extends string>(values: readonly Value[]): Choice<Value>[] {
  return values.map((value) => ({ value, label: value }));
}

interface SelectFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly choices: readonly Choice<string>[];
  readonly onValue: (value: string) => void;
  readonly class?: string;
}

export function SelectField({ value, choices, onValue, class: more = '', ...field }: SelectFieldProps) {
  return (
    <Field {...field}>
      <select class={`select ${more}`.trim()} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface CheckProps {
  readonly isChecked: boolean;
  readonly onCheck: (isChecked: boolean) => void;
  readonly title?: string;
  readonly children: ComponentChildren;
}

export function Check({ isChecked, onCheck, title, children }: CheckProps) {
  return (
    <label class="check" title={title}>
      <input type="checkbox" checked={isChecked} onChange={(event) => onCheck(event.currentTarget.checked)} />
      {children}
    </label>
  );
}

interface SegmentsProps<Value extends string | number> {
  /** Read by screen readers. */
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value | undefined;
  readonly onValue: (value: Value) => void;
}

export function Segments<Value extends string | number>({ label, choices, value, onValue }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div class="segments" role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value} title={choice.title}>
          <input
            type="radio"
            name={name}
            aria-label={choice.title && `${choice.label}: ${choice.title}`}
            checked={choice.value === value}
            onChange={() => onValue(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}

/** Moves the focus by arrow keys, Home and End to the first link or button of a row: only the first row has a tab stop. */
export function moveInRows(event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element)) return;
  const row = event.target.closest('tr');
  const rows: Readonly<Record<string, Element | null | undefined>> = {
    ArrowDown: row?.nextElementSibling,
    ArrowUp: row?.previousElementSibling,
    Home: row?.parentElement?.firstElementChild,
    End: row?.parentElement?.lastElementChild,
  };
  const next = rows[event.key]?.querySelector<HTMLElement>('a, button');
  if (next == null) return;
  event.preventDefault();
  next.focus();
}
