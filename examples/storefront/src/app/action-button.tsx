import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'button'> {
  /** Why the button does nothing now. It can still be reached, so that the reason can be read and the focus stays. */
  readonly unavailable: string | undefined;
}

export function ActionButton({ unavailable, onClick, ...rest }: Props) {
  if (unavailable === undefined) return <button type="button" onClick={onClick} {...rest} />;
  return <button type="button" {...rest} aria-disabled="true" title={unavailable} />;
}
