import type { ComponentChildren } from 'preact';
import './switch.css';

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
