import { useState } from 'preact/hooks';
import { Segments } from '../parts/controls.js';

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const THEME_KEY = 'petstore-mock-theme';

/** Returns the stored theme. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem(THEME_KEY);
  return themes.find((theme) => theme === stored) ?? 'system';
}

/** Applies and stores a theme. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  localStorage.setItem(THEME_KEY, theme);
}

const choices = [
  { value: 'system', label: 'Auto', title: 'As in the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(storedTheme);
  const choose = (chosen: Theme) => {
    showTheme(chosen);
    setTheme(chosen);
  };
  return <Segments label="Theme" choices={choices} value={theme} onValue={choose} />;
}
