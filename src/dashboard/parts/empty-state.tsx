import type { ComponentChildren } from 'preact';

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** What stands where there is nothing yet: why, and what to do. */
export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
