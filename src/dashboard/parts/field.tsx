import type { ComponentChildren } from 'preact';

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
