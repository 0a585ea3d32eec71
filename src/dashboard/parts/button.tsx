import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';

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
