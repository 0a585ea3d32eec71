const PLACE = 'petstore-mock-world';

/** Answers the world that was chosen last in this tab, so that a reload leads back to it. */
export function worldOfTab(): string {
  return sessionStorage.getItem(PLACE) ?? 'shared';
}

/** Keeps the world that is shown, for as long as the tab is open. */
export function keepWorld(world: string): void {
  sessionStorage.setItem(PLACE, world);
}

/** Whoever signs in next begins in the world that all share. */
export function forgetWorld(): void {
  sessionStorage.removeItem(PLACE);
}
