/** What a control room belongs to: the fake, or a proxy that watches what passes between clients and a real service. */
export type ControlRoomMode = { readonly kind: 'fake' } | { readonly kind: 'proxy'; readonly upstream: string };

/** Answers what a proxy stands in front of; null for the fake. */
export function upstreamOf(mode: ControlRoomMode): string | null {
  return mode.kind === 'proxy' ? mode.upstream : null;
}
