import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { type PlanName, planNames } from '../../spec/plans.js';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'size' | 'icon'> {
  /** `main`: the one thing to do here. `quiet`: without a border. `danger`: what cannot be taken back. */
  readonly kind?: 'plain' | 'main' | 'quiet' | 'danger' | undefined;
  readonly isSmall?: boolean | undefined;
  /** As wide as it is high, for a single sign; it needs an `aria-label`. */
  readonly isSquare?: boolean | undefined;
  readonly children?: ComponentChildren;
}

/** A button that submits nothing unless told so. */
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
  /** Shows the label to screen readers only, where the place explains itself. */
  readonly isLabelHidden?: boolean | undefined;
  /** One control: `<input class="input">`, `<select class="select">`. */
  readonly children: ComponentChildren;
}

/** A control with its label, and what there is to know about it. */
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

interface PlanFieldProps {
  readonly label: string;
  readonly plan: PlanName;
  readonly onPlan: (plan: PlanName) => void;
}

/** Which plan a key is to have (§8). */
export function PlanField({ label, plan, onPlan }: PlanFieldProps) {
  return (
    <Field label={label}>
      <select
        class="select"
        value={plan}
        onChange={(event) => onPlan(planNames.find((name) => name === event.currentTarget.value) ?? plan)}
      >
        {planNames.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </Field>
  );
}

interface SegmentsProps<Value extends string | number> {
  /** Read by screen readers. */
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly title?: string }[];
  readonly value: Value | undefined;
  readonly onChoose: (value: Value) => void;
}

/** One of a few choices, all of them in sight. */
export function Segments<Value extends string | number>({ label, choices, value, onChoose }: SegmentsProps<Value>) {
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
            onChange={() => onChoose(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}

interface SwitchProps {
  readonly isOn: boolean;
  readonly onToggle: () => void;
  readonly isDisabled?: boolean | undefined;
  /** What it switches; the words are a part of what can be clicked. */
  readonly children: ComponentChildren;
}

/** Something that is either on or off, and changes at once. */
export function Switch({ isOn, onToggle, isDisabled, children }: SwitchProps) {
  return (
    <button type="button" role="switch" class="switch" aria-checked={isOn} disabled={isDisabled} onClick={onToggle}>
      <span class="switch-track" />
      <span class="switch-words">{children}</span>
    </button>
  );
}
