const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const PLACE = 'petstore-mock-theme';

/** Answers the theme that was chosen last in this browser. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem(PLACE);
  return themes.find((theme) => theme === stored) ?? 'system';
}

/** Shows a theme, and keeps it for the next time. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  localStorage.setItem(PLACE, theme);
}
